import { readTokens, type Token } from './read-tokens.ts'
import { longestQuery } from './parse-query.ts'

/** A stretch of a query's text and what it is, for colouring while it is typed. Gaps are blanks. */
export type QueryStretch = {
  readonly kind: 'word' | 'phrase' | 'field' | 'value' | 'operator' | 'parenthesis' | 'ignored'
  readonly at: number
  readonly length: number
}

/** The parts of a query's text, from left to right. Never throws. */
export function explainQuery(text: string): QueryStretch[] {
  return readTokens(text.slice(0, longestQuery), []).flatMap(stretchesOf)
}

function stretchesOf(token: Token): QueryStretch[] {
  const { at, length } = token
  switch (token.kind) {
    case 'open':
    case 'close':
      return [{ kind: 'parenthesis', at, length }]
    case 'or':
    case 'and':
    case 'not':
      return [{ kind: 'operator', at, length }]
    case 'ignored':
      return [{ kind: 'ignored', at, length }]
    case 'leaf': {
      if (token.field === null) return [{ kind: token.isQuoted ? 'phrase' : 'word', at, length }]
      const fieldLength = token.valueAt - at
      const field: QueryStretch = { kind: 'field', at, length: fieldLength }
      return length === fieldLength
        ? [field]
        : [field, { kind: 'value', at: token.valueAt, length: length - fieldLength }]
    }
    default:
      return token satisfies never
  }
}
