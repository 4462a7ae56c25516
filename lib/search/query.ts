/** Where the words of a text are looked for; `any`: title, author and text. */
export type TextField = 'any' | 'title' | 'author' | 'text' | 'url'

/** States that `is:` knows. */
export const queryStates = ['unread', 'read', 'starred', 'later', 'updated', 'video', 'audio'] as const
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

/** What a search, a view, a rule or an output feed asks for. */
export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }
  | { readonly kind: 'not'; readonly part: Query }
  | TextQuery
  /** source by name or host, folder, or language of the source */
  | { readonly kind: 'from' | 'in' | 'lang'; readonly name: string }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'is'; readonly state: QueryState }
  | { readonly kind: 'date'; readonly relation: 'before' | 'after' | 'on'; readonly date: QueryDate }
  /** publication → found, in one of the units */
  | { readonly kind: 'delay'; readonly relation: '<' | '>'; readonly count: number; readonly unit: Unit }

/** What is wrong with a query, and where: `at` and `length` in UTF-16 units. */
export type QueryError = {
  readonly code: QueryErrorCode
  readonly at: number
  readonly length: number
  /** what the sentence about it names, e.g. the field */
  readonly values: Readonly<Record<string, string>>
}

/** Codes and the sentences about them in English; `{name}` stands for a value. */
export const queryErrors = {
  'too-long': 'A search has at most {most} characters.',
  'too-many-parts': 'A search has at most {most} parts.',
  'too-deep': 'Parentheses may stand in each other {most} deep.',
  'unclosed-quote': 'This quotation mark is not closed.',
  'unclosed-parenthesis': 'This parenthesis is not closed.',
  'unopened-parenthesis': 'This parenthesis closes none.',
  'empty-parenthesis': 'There is nothing between these parentheses.',
  'nothing-beside': '{word} needs something on both sides.',
  'nothing-after': '{word} needs something after it.',
  'needs-value': '{field}: needs something after it, like {example}.',
  'needs-date': '{field}: needs a date like 2026-01-13, 2026-01, today, yesterday or 7d.',
  'needs-day': 'on: needs a day, month or year, like 2026-01-13, 2026-01, today or yesterday.',
  'needs-state': 'is: knows {known}.',
  'needs-duration': 'delay: needs a time like <15m or >2h.',
  'no-words': 'There is no word in this.',
  'prefix-too-short': 'A beginning needs {least} letters before the *.',
} as const
export type QueryErrorCode = keyof typeof queryErrors

/** The sentence about an error, in English. */
export function describeQueryError({ code, values }: Pick<QueryError, 'code' | 'values'>): string {
  return queryErrors[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
