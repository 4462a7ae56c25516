import type { QueryError } from './query.ts'

/** Fields as they are written before a colon. */
export const queryFields = {
  title: 'title:election',
  author: 'author:smith',
  text: 'text:"in other words"',
  url: 'url:example.org',
  from: 'from:"Example News"',
  in: 'in:Science',
  label: 'label:recipes',
  lang: 'lang:de',
  is: 'is:unread',
  before: 'before:2026-01-13',
  after: 'after:7d',
  on: 'on:yesterday',
  delay: 'delay:<15m',
} as const
type QueryFieldName = keyof typeof queryFields
/** The same fields by the words that other readers use. */
const aliases = { feed: 'from', source: 'from', folder: 'in', link: 'url', date: 'on' } as const
const fieldsByName = new Map<string, QueryFieldName>([
  ...Object.keys(queryFields).map((name) => [name, name as QueryFieldName] as const),
  ...Object.entries(aliases),
])

/** A piece of a query's text, with its place in UTF-16 units. */
export type Token = { readonly at: number; readonly length: number } & (
  | { readonly kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'ignored' }
  | {
      readonly kind: 'leaf'
      readonly field: QueryFieldName | null
      /** without quotation marks and without the star of a beginning */
      readonly value: string
      readonly valueAt: number
      readonly isQuoted: boolean
      readonly isPrefix: boolean
    }
)
export type LeafToken = Extract<Token, { readonly kind: 'leaf' }>

const blank = /\s+/uy
const fieldName = new RegExp(`(${[...fieldsByName.keys()].join('|')}):`, 'iy')
const bare = /[^\s()|"“”„«»]+/uy
/** Opening quotation marks, and what closes them. */
const quoteEnds = new Map<string, string>([
  ...([
    ['"', '"”“'],
    ['“', '”"“'],
    ['„', '“”"'],
  ] as const),
  ...([
    ['«', '»'],
    ['»', '«'],
  ] as const),
])
const operators = new Map<string, 'or' | 'and' | 'not'>([
  ['OR', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
] as const)
const single = new Map<string, 'open' | 'close' | 'or'>([
  ['(', 'open'],
  [')', 'close'],
  ['|', 'or'],
] as const)
const wordCharacter = /[\p{L}\p{N}]/u

/** Cuts a query's text into its pieces, from left to right and each character once. Errors are added to `errors`. */
export function readTokens(text: string, errors: QueryError[]): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const space = matchAt(blank, text, at)
    if (space !== null) {
      at += space.length
      continue
    }
    const token = readToken(text, at, errors)
    tokens.push(token)
    at += token.length
  }
  return tokens
}

function readToken(text: string, at: number, errors: QueryError[]): Token {
  const character = text.charAt(at)
  const kind = single.get(character)
  if (kind !== undefined) return { kind, at, length: 1 }
  if (isMinus(character) && isStartOfTerm(text, at + 1)) return { kind: 'not', at, length: 1 }
  const name = matchAt(fieldName, text, at)
  if (name === null) return readValue(text, { at, valueAt: at, field: null }, errors)
  const field = fieldsByName.get(name.slice(0, -1).toLowerCase()) ?? null
  return readValue(text, { at, valueAt: at + name.length, field }, errors)
}

type Start = { readonly at: number; readonly valueAt: number; readonly field: QueryFieldName | null }

function readValue(text: string, { at, valueAt, field }: Start, errors: QueryError[]): Token {
  const ends = quoteEnds.get(text.charAt(valueAt))
  if (ends !== undefined) {
    const end = endOfQuote(text, valueAt + 1, ends)
    if (end === text.length)
      errors.push({ code: 'unclosed-quote', at: valueAt, length: end - valueAt, values: {} })
    const isPrefix = text.charAt(end + 1) === '*'
    const length = Math.min(end + (isPrefix ? 2 : 1), text.length) - at
    const value = text.slice(valueAt + 1, end)
    return { kind: 'leaf', at, length, field, value, valueAt, isQuoted: true, isPrefix }
  }
  const word = matchAt(bare, text, valueAt) ?? ''
  const length = valueAt + word.length - at
  // A closing quotation mark that stands alone.
  if (field === null && word === '') return { kind: 'ignored', at, length: 1 }
  const operator = field === null ? operators.get(word) : undefined
  if (operator !== undefined) return { kind: operator, at, length }
  if (field === null && !wordCharacter.test(word)) return { kind: 'ignored', at, length }
  // A star means something behind a word only; before it, it would keep a minus written there from excluding the word.
  const stars = field === null ? (/^\*+/.exec(word)?.[0].length ?? 0) : 0
  if (stars > 0) return { kind: 'ignored', at, length: stars }
  const value = word.replace(/\*$/, '')
  return { kind: 'leaf', at, length, field, value, valueAt, isQuoted: false, isPrefix: value !== word }
}

function endOfQuote(text: string, from: number, ends: string): number {
  let end = from
  while (end < text.length && !ends.includes(text.charAt(end))) end += 1
  return end
}

function isMinus(character: string): boolean {
  return character === '-' || character === '−'
}

/** A minus excludes what stands right behind it; alone it is a dash. */
function isStartOfTerm(text: string, at: number): boolean {
  return at < text.length && !/[\s)|*]/u.test(text.charAt(at))
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
