import { parseQuery } from './parse-query.ts'
import type { Query, QueryError } from './query.ts'

/** "rule": one query. "block" and "keep": lists, an entry in each line. */
export type RuleKind = 'rule' | 'block' | 'keep'

/** The finds of a rule: those of its query or of one of its patterns, or, of a list of what to keep, everything else. */
export type RuleMatcher = {
  readonly isNegated: boolean
  readonly query: Query
  /** for LIKE, on titles, capitals or not */
  readonly titlePatterns: readonly string[]
}

/** A matcher, or what is wrong with the text, at places of the whole text. */
type ParsedRule = { readonly matcher: RuleMatcher; readonly errors: readonly QueryError[] }

const mostEntries = 500
const longestPattern = 200
const patternField = 'like:'
const nothing: Query = { kind: 'or', parts: [] }

/**
 * Reads what a rule looks for. A line of a list is a query of its own: plain words, `"exact words"`, `begin*`, `title:word`,
 * and all else that searches know. So plain words mean the same everywhere, are folded alike, and are answered by the words
 * that are stored of a posting, however many there are. What words cannot say, `like:` does: the rest of the line is how the
 * whole title is written, `*` for anything and `?` for one character. There are no regular expressions: a list is run over
 * each posting that is found, and these can take for ever; LIKE gives up where the text ends. Never throws.
 */
export function parseRuleText(kind: RuleKind, text: string): ParsedRule {
  if (kind === 'rule') {
    const { query, errors } = parseQuery(text)
    const isEmpty = query.kind === 'all' && errors.length === 0
    return {
      matcher: { isNegated: false, query, titlePatterns: [] },
      errors: isEmpty ? [noWords(0, text.length)] : errors,
    }
  }
  const queries: Query[] = []
  const titlePatterns: string[] = []
  const errors: QueryError[] = []
  for (const line of linesOf(text)) {
    if (queries.length + titlePatterns.length === mostEntries) {
      errors.push({ code: 'too-many-parts', ...placeOf(line), values: { most: String(mostEntries) } })
      break
    }
    if (line.text.toLowerCase().startsWith(patternField)) readPattern(line, titlePatterns, errors)
    else readQuery(line, queries, errors)
  }
  if (queries.length + titlePatterns.length + errors.length === 0) errors.push(noWords(0, text.length))
  const query: Query = queries.length === 0 ? nothing : { kind: 'or', parts: queries }
  return { matcher: { isNegated: kind === 'keep', query, titlePatterns }, errors }
}

type Line = { readonly at: number; readonly text: string }

/** Lines with something in them, without the blanks around. */
function linesOf(text: string): Line[] {
  return [...text.matchAll(/\S(?:[^\n]*\S)?/g)].map((match) => ({ at: match.index, text: match[0] }))
}

function readQuery(line: Line, queries: Query[], errors: QueryError[]): void {
  const parsed = parseQuery(line.text)
  if (parsed.errors.length === 0) queries.push(parsed.query)
  errors.push(...parsed.errors.map((error) => ({ ...error, at: error.at + line.at })))
}

function readPattern(line: Line, patterns: string[], errors: QueryError[]): void {
  const pattern = line.text.slice(patternField.length).trim()
  if (!/[\p{L}\p{N}]/u.test(pattern)) errors.push(noWords(line.at, line.text.length))
  else if (pattern.length > longestPattern)
    errors.push({ code: 'too-long', ...placeOf(line), values: { most: String(longestPattern) } })
  else patterns.push(likePattern(pattern))
}

/** `*` and `?` as LIKE has them; what LIKE knows besides is only itself. */
function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, String.raw`\$&`)
    .replace(/\*+/g, '%')
    .replaceAll('?', '_')
}

function noWords(at: number, length: number): QueryError {
  return { code: 'no-words', at, length, values: {} }
}

function placeOf({ at, text }: Line): { readonly at: number; readonly length: number } {
  return { at, length: text.length }
}
