import { parseLeaf } from './parse-leaf.ts'
import type { Query, QueryError } from './query.ts'
import { readTokens, type Token } from './read-tokens.ts'

/** Far more than anybody writes; a saved view's query fits into an address. */
export const longestQuery = 2000
const mostParts = 60
const deepest = 20

/** A query, or what is wrong with it: with errors, `query` is what could be understood. */
type ParsedQuery = { readonly query: Query; readonly errors: readonly QueryError[] }

/**
 * Reads the one grammar of search, views, rules and output feeds. Never throws; linear in the text.
 *
 *     query := and (("OR" | "|") and)*          and := not ("AND"? not)*
 *     not   := ("-" | "NOT")* term              term := "(" query ")" | field? (word "*"? | '"' words '"')
 *
 * All terms must hold unless OR stands between them, which binds less than terms side by side. Fields and other words for them: read-tokens.ts.
 * Punctuation beside a term is passed over, a colon after anything that is no field is punctuation. Punctuation and nothing
 * else looks for nothing: a mistake, as it would find everything.
 */
export function parseQuery(text: string): ParsedQuery {
  if (text.length > longestQuery) return { query: { kind: 'all' }, errors: [tooLong(text)] }
  const errors: QueryError[] = []
  const pieces = readTokens(text, errors)
  const tokens = pieces.filter(({ kind }) => kind !== 'ignored')
  if (tokens.length === 0) errors.push(...noWords(pieces))
  const excess = tokens.filter(({ kind }) => kind === 'leaf')[mostParts]
  if (excess !== undefined)
    errors.push({ code: 'too-many-parts', ...placeOf(excess), values: { most: String(mostParts) } })
  const parser = new Parser(tokens, errors)
  const query = parser.readAll()
  return { query, errors: errors.toSorted((a, b) => a.at - b.at) }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #errors: QueryError[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], errors: QueryError[]) {
    this.#tokens = tokens
    this.#errors = errors
  }

  readAll(): Query {
    const parts: Query[] = []
    while (this.#next < this.#tokens.length) {
      parts.push(this.#readOr())
      const left = this.#take('close')
      if (left !== null) this.#fail('unopened-parenthesis', left)
    }
    return joined('and', parts)
  }

  #readOr(): Query {
    const parts: Query[] = []
    let before = this.#readAnd()
    for (let or = this.#take('or'); or !== null; or = this.#take('or')) {
      const after = this.#readAnd()
      if (before === null || after === null) this.#fail('nothing-beside', or, { word: 'OR' })
      if (before !== null) parts.push(before)
      before = after
    }
    if (before !== null) parts.push(before)
    return joined('or', parts)
  }

  /** Null when no term stands here. */
  #readAnd(): Query | null {
    const parts: Query[] = []
    let isAnything = false
    for (;;) {
      const and = this.#take('and')
      const token = this.#tokens[this.#next]
      const ends = token === undefined || token.kind === 'close' || token.kind === 'or'
      if (and !== null && (ends || !isAnything)) this.#fail('nothing-beside', and, { word: 'AND' })
      if (ends) break
      const part = this.#readNot()
      isAnything = true
      if (part !== null) parts.push(part)
    }
    return isAnything ? joined('and', parts) : null
  }

  #readNot(): Query | null {
    let isNegated = false
    let last: Token | null = null
    for (let not = this.#take('not'); not !== null; not = this.#take('not')) {
      isNegated = !isNegated
      last = not
    }
    const token = this.#tokens[this.#next]
    if (token?.kind !== 'leaf' && token?.kind !== 'open') {
      if (last !== null) this.#fail('nothing-after', last, { word: '-' })
      return null
    }
    this.#next += 1
    const part = token.kind === 'leaf' ? parseLeaf(token, this.#errors) : this.#readGroup(token)
    if (part === null || !isNegated) return part
    return part.kind === 'not' ? part.part : { kind: 'not', part }
  }

  #readGroup(open: Token): Query | null {
    this.#depth += 1
    if (this.#depth > deepest) {
      this.#fail('too-deep', open, { most: String(deepest) })
      this.#next = this.#tokens.length
      return null
    }
    const isEmpty = this.#tokens[this.#next]?.kind === 'close'
    const part = isEmpty ? null : this.#readOr()
    const close = this.#take('close')
    if (close === null) {
      if (this.#depth <= deepest) this.#fail('unclosed-parenthesis', open)
    } else if (isEmpty) {
      const length = close.at + close.length - open.at
      this.#errors.push({ code: 'empty-parenthesis', at: open.at, length, values: {} })
    }
    this.#depth -= 1
    return part
  }

  #take(kind: Token['kind']): Token | null {
    const token = this.#tokens[this.#next]
    if (token?.kind !== kind) return null
    this.#next += 1
    return token
  }

  #fail(code: QueryError['code'], token: Token, values: QueryError['values'] = {}): void {
    this.#errors.push({ code, ...placeOf(token), values })
  }
}

/** Parts as one query: a single one is itself, and those of the same kind within become parts of it. */
function joined(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const flat = parts
    .flatMap((part) => (part.kind === kind ? part.parts : [part]))
    .filter((part) => part.kind !== 'all')
  const [first] = flat
  if (first === undefined) return { kind: 'all' }
  return flat.length === 1 ? first : { kind, parts: flat }
}

/** Of pieces that are all passed over: that they are no words, from the first to the last. */
function noWords(pieces: readonly Token[]): QueryError[] {
  const [first] = pieces
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return []
  return [{ code: 'no-words', at: first.at, length: last.at + last.length - first.at, values: {} }]
}

function tooLong(text: string): QueryError {
  const length = text.length - longestQuery
  return { code: 'too-long', at: longestQuery, length, values: { most: String(longestQuery) } }
}

function placeOf({ at, length }: Token): { readonly at: number; readonly length: number } {
  return { at, length }
}
