/** The grammar of the admin's search for sources: words, and fields that filter by what a source is. All of it must hold. */
import { unitsMs, type QueryError } from './query.ts'

/** Fields as they are written before a colon. */
const sourceFields = {
  delay: 'delay:>30m',
  weight: 'weight:<2',
  subscribers: 'subscribers:>10',
  rate: 'rate:>5',
  host: 'host:example.org',
  state: 'state:failing',
} as const
type SourceField = keyof typeof sourceFields

/** The states that `state:` and the chips above the list know. */
const sourceStates = ['broken', 'failing', 'paused', 'learning', 'push', 'waiting', 'unsubscribed'] as const
export type SourceState = (typeof sourceStates)[number]

export type Relation = '<' | '<=' | '>' | '>=' | '='
/** `delay`: median of 30 days, in milliseconds; `rate`: postings a day. */
export type SourceFigure = 'delay' | 'weight' | 'subscribers' | 'rate'

export type SourceTerm = { readonly isExcluded: boolean } & (
  | { readonly kind: 'text' | 'host'; readonly text: string }
  | { readonly kind: 'state'; readonly state: SourceState }
  | {
      readonly kind: 'figure'
      readonly figure: SourceFigure
      readonly relation: Relation
      readonly value: number
    }
)

const token = new RegExp(
  `(-?)(?:(${Object.keys(sourceFields).join('|')}):)?(?:"([^"]*)("?)|([^\\s"]*))`,
  'iy',
)
const number = /^(<=?|>=?|=?)(\d{1,9}(?:\.\d{1,3})?)$/
const duration = /^(<=?|>=?)(\d{1,6}(?:\.\d{1,3})?)([mhdw])$/

/** The query of a text, and its mistakes from left to right. A field that is not known is a word. */
export function parseSourceQuery(text: string): {
  readonly terms: readonly SourceTerm[]
  readonly errors: readonly QueryError[]
} {
  const terms: SourceTerm[] = []
  const errors: QueryError[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1
      continue
    }
    token.lastIndex = at
    const match = token.exec(text)
    const length = match?.[0].length ?? 0
    if (match !== null) readTerm(match, terms, errors)
    at += Math.max(1, length)
  }
  return { terms, errors }
}

function readTerm(match: RegExpExecArray, terms: SourceTerm[], errors: QueryError[]): void {
  const [whole, minus = '', name, quoted, closing, bare = ''] = match
  const place = { at: match.index, length: whole.length }
  if (quoted !== undefined && closing === '') {
    errors.push({ code: 'unclosed-quote', ...place, values: {} })
    return
  }
  const value = (quoted ?? bare).trim()
  const field = name?.toLowerCase() as SourceField | undefined // the pattern knows no others
  if (field === undefined) {
    // A dash alone is a dash.
    if (value !== '') terms.push({ kind: 'text', text: value, isExcluded: minus !== '' })
    return
  }
  const term = readField(field, value, minus !== '')
  if ('code' in term) errors.push({ ...term, ...place })
  else terms.push(term)
}

type Mistake = Pick<QueryError, 'code' | 'values'>

function readField(field: SourceField, value: string, isExcluded: boolean): SourceTerm | Mistake {
  const example = sourceFields[field]
  if (value === '') return { code: 'needs-value', values: { field, example } }
  switch (field) {
    case 'host':
      return { kind: 'host', text: value, isExcluded }
    case 'state': {
      const state = sourceStates.find((known) => known === value.toLowerCase())
      if (state === undefined)
        return { code: 'needs-source-state', values: { known: sourceStates.join(', ') } }
      return { kind: 'state', state, isExcluded }
    }
    case 'delay': {
      const [, relation, count, unit] = duration.exec(value.toLowerCase()) ?? []
      if (relation === undefined) return { code: 'needs-duration', values: {} }
      const ms = Number(count) * unitsMs[unit as keyof typeof unitsMs] // the pattern knows no others
      return { kind: 'figure', figure: 'delay', relation: relation as Relation, value: ms, isExcluded }
    }
    case 'weight':
    case 'subscribers':
    case 'rate': {
      const [, relation, count] = number.exec(value) ?? []
      if (relation === undefined) return { code: 'needs-number', values: { field, example } }
      const known = (relation === '' ? '=' : relation) as Relation
      return { kind: 'figure', figure: field, relation: known, value: Number(count), isExcluded }
    }
    default:
      return field satisfies never
  }
}
