/** The parts in which the words of a text are looked for; `any`: title, author and text. */
export type TextField = 'any' | 'title' | 'author' | 'text' | 'url'

/** States that `is:` knows. */
export const queryStates = [
  'unread',
  'read',
  'starred',
  'later',
  'noted',
  'hidden',
  'updated',
  'video',
  'audio',
] as const
export type QueryState = (typeof queryStates)[number]

/** Units of `7d` and `<15m`, in milliseconds. */
export const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
export type Unit = keyof typeof unitsMs

/** A day, month or year of UTC as written, a day beside today, or a time before now. */
export type QueryDate =
  | { readonly kind: 'calendar'; readonly text: string }
  | { readonly kind: 'today' | 'yesterday' }
  | { readonly kind: 'ago'; readonly count: number; readonly unit: Unit }

/** Words to be found: one by one with their other forms, or as they stand and side by side (`isExact`). */
export type TextQuery = {
  readonly kind: 'text'
  readonly field: TextField
  readonly text: string
  readonly isExact: boolean
  /** the last word is a beginning */
  readonly isPrefix: boolean
}

/** The query of a search, a view, a rule or an output feed. */
export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | TextQuery
  /** source by name or host, folder, or language: the source's, of texts whose source says none the guessed one */
  | { readonly kind: 'from' | 'in' | 'lang'; readonly name: string }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'is'; readonly state: QueryState }
  | { readonly kind: 'date'; readonly relation: 'before' | 'after' | 'on'; readonly date: QueryDate }
  /** publication → found, in one of the units */
  | { readonly kind: 'delay'; readonly relation: '<' | '>'; readonly count: number; readonly unit: Unit }

/** The mistakes of a query, and their places: `at` and `length` in UTF-16 units. */
export type QueryError = {
  readonly code: QueryErrorCode
  readonly at: number
  readonly length: number
  /** what the sentence about it names, e.g. the field */
  readonly values: Readonly<Record<string, string>>
}

/** Their sentences are in lib/words/…/search.json, `{name}` there stands for a value. */
type QueryErrorCode =
  | 'too-long'
  | 'too-many-parts'
  | 'too-deep'
  | 'unclosed-quote'
  | 'unclosed-parenthesis'
  | 'unopened-parenthesis'
  | 'empty-parenthesis'
  | 'nothing-beside'
  | 'nothing-after'
  | 'needs-value'
  | 'needs-date'
  | 'needs-day'
  | 'needs-state'
  | 'needs-source-state'
  | 'needs-number'
  | 'needs-duration'
  | 'no-words'
  | 'prefix-too-short'
