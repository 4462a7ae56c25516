import { explainQuery, type QueryStretch } from '#lib/search/explain-query.ts'
import type { QueryError } from '#lib/search/query.ts'

/** A piece of a query's text that is drawn in one way; all pieces together are the text. */
export type QueryPiece = {
  readonly at: number
  readonly text: string
  readonly kind: QueryStretch['kind'] | 'blank'
  readonly isWrong: boolean
}

type Place = Pick<QueryError, 'at' | 'length'>

/** Cuts a query's text where its kind changes, and where a mistake begins or ends. */
export function cutQuery(text: string, wrong: readonly Place[]): QueryPiece[] {
  const stretches = explainQuery(text)
  const cuts = [...stretches, ...wrong].flatMap(({ at, length }) => [at, at + length])
  const places = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b)
  return places.slice(0, -1).flatMap((at, index) => {
    const end = Math.min(places[index + 1] ?? text.length, text.length)
    if (end <= at) return []
    const holds = ({ at: from, length }: Place) => from <= at && at < from + length
    const kind = stretches.find(holds)?.kind ?? 'blank'
    return [{ at, text: text.slice(at, end), kind, isWrong: wrong.some(holds) }]
  })
}

/** Mistakes worth telling of: not in the word that is being written. */
export function shownErrors(errors: readonly QueryError[], caret: number, isWriting: boolean): QueryError[] {
  return errors.filter(({ at, length }) => !isWriting || caret < at || caret > at + length)
}
