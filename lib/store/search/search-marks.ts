import type { MarkRange, PostingMarks } from '#lib/api/lists/search.ts'
import { htmlToText } from '#lib/documents/html/plain-text.ts'
import type { Query, TextQuery } from '#lib/search/query.ts'
import { foldedWordsOf, type Word } from '#lib/search/words.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { findStems, stemKey, type Stems } from './search-stems.ts'
import { wordsOfQuery, type OtherForms } from './search-text.ts'

type Shown = { readonly id: bigint; readonly title: string; readonly excerpt: string }

/** Of a text, to look for a hit in it. */
const mostCharacters = 60_000
const snippetLength = 300
const beforeHit = 80

/** The places of the searched words in the postings of a page; by posting id. */
export async function markHits(
  database: Database,
  query: Query,
  forms: OtherForms,
  postings: readonly Shown[],
): Promise<Record<string, PostingMarks>> {
  const sought = soughtTexts(query)
  if (sought.length === 0 || postings.length === 0) return {}
  const inTitle = sought.filter(({ field }) => field === 'any' || field === 'title')
  const inText = sought.filter(({ field }) => field === 'any' || field === 'text')
  const words = postings.map(({ id, title, excerpt }) => ({
    id,
    title: foldedWordsOf(title),
    excerpt: foldedWordsOf(excerpt),
  }))
  const marker = await makeMarker(
    database,
    forms,
    sought,
    words.flatMap(({ title, excerpt }) => [...title, ...excerpt]),
  )
  const marked = words.map(({ id, title, excerpt }) => ({
    id,
    title: marker(inTitle, title),
    excerpt: marker(inText, excerpt),
  }))
  const unmarked = marked.filter(({ title, excerpt }) => title.length === 0 && excerpt.length === 0)
  const snippets = await findSnippets(
    database,
    forms,
    inText,
    unmarked.map(({ id }) => id),
  )
  return Object.fromEntries(
    marked
      .map(({ id, ...marks }) => [id.toString(), { ...marks, snippet: snippets.get(id) ?? null }] as const)
      .filter(
        ([, { title, excerpt, snippet }]) => title.length > 0 || excerpt.length > 0 || snippet !== null,
      ),
  )
}

/** The texts that hits may have: all but those that are excluded. */
function soughtTexts(query: Query): TextQuery[] {
  if (query.kind === 'text') return [query]
  return query.kind === 'and' || query.kind === 'or' ? query.parts.flatMap(soughtTexts) : []
}

type Marker = (sought: readonly TextQuery[], words: readonly Word[]) => MarkRange[]

/** Of each word of a text, the words that stand for it. */
type Pattern = readonly ReadonlySet<string>[]

/**
 * Finds texts among words. Which of them stand for a word of a text is decided once, not where each stands, and of few: those that begin
 * with the same two letters, which may be forms of it, with its only one, or that were tried instead.
 */
async function makeMarker(
  database: Database,
  forms: OtherForms,
  sought: readonly TextQuery[],
  words: readonly Word[],
): Promise<Marker> {
  const asked = sought.flatMap(({ text }) => wordsOfQuery(text).map((word) => word.text))
  const beginnings = new Set(asked.map((word) => word.slice(0, 2)))
  const others = new Set(asked.flatMap((word) => forms.similar.get(word) ?? []))
  const alike = new Set<string>()
  for (const { text } of words) {
    if (beginnings.has(text.slice(0, 2)) || beginnings.has(text.slice(0, 1)) || others.has(text))
      alike.add(text)
  }
  const mayBeForms = [...alike].filter((word) => beginnings.has(word.slice(0, 2)))
  const stems = await findStems(
    database,
    mayBeForms.flatMap((word) => forms.languages.map((language) => ({ word, language }))),
  )
  const patterns = new Map(sought.map((query) => [query, patternOf(query, alike, forms, stems)]))
  return (texts, among) => merged(texts.flatMap((text) => findPattern(patterns.get(text) ?? [], among)))
}

function patternOf(query: TextQuery, alike: ReadonlySet<string>, forms: OtherForms, stems: Stems): Pattern {
  const words = wordsOfQuery(query.text)
  const last = words.length - 1
  const standsFor = (word: string, asked: string, index: number): boolean => {
    if (word === asked || (query.isPrefix && index === last && word.startsWith(asked))) return true
    return last === 0 && !query.isExact && isForm(word, asked, forms, stems)
  }
  return words.map(
    ({ text: asked }, index) => new Set([...alike].filter((word) => standsFor(word, asked, index))),
  )
}

function findPattern(pattern: Pattern, among: readonly Word[]): MarkRange[] {
  const found: MarkRange[] = []
  const [first, ...others] = pattern
  if (first === undefined) return found
  among.forEach(({ text, start, end }, at) => {
    if (!first.has(text) || !others.every((words, index) => words.has(among[at + 1 + index]?.text ?? '')))
      return
    found.push([start, among[at + others.length]?.end ?? end])
  })
  return found
}

function isForm(word: string, asked: string, forms: OtherForms, stems: Stems): boolean {
  if (forms.similar.get(asked)?.includes(word) === true) return true
  return forms.languages.some((language) => {
    const stem = forms.stems.get(stemKey({ word: asked, language }))
    return stem !== undefined && stem === stems.get(stemKey({ word, language }))
  })
}

/** Ranges in order, those that touch or overlap as one. */
function merged(ranges: readonly MarkRange[]): MarkRange[] {
  const kept: MarkRange[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = kept.at(-1)
    if (before !== undefined && from <= before[1])
      kept[kept.length - 1] = [before[0], Math.max(before[1], to)]
    else kept.push([from, to])
  }
  return kept
}

type Snippet = NonNullable<PostingMarks['snippet']>

async function findSnippets(
  database: Database,
  forms: OtherForms,
  sought: readonly TextQuery[],
  ids: readonly bigint[],
): Promise<Map<bigint, Snippet>> {
  if (ids.length === 0 || sought.length === 0) return new Map()
  const rows = await database.$queryRaw<{ id: bigint; html: string }[]>`
    SELECT "id", left("html", ${mostCharacters}) AS "html" FROM "posting" WHERE "id" ${isOneOf(ids)}`
  const read = rows.map(({ id, html }) => {
    const text = htmlToText(html.slice(0, mostCharacters))
    return { id, text, words: foldedWordsOf(text) }
  })
  const marker = await makeMarker(
    database,
    forms,
    sought,
    read.flatMap(({ words }) => words),
  )
  return new Map(
    read.flatMap(({ id, text, words }) => {
      const marks = marker(sought, words)
      const [first] = marks
      return first === undefined ? [] : [[id, snippetAround(text, first[0], marks)] as const]
    }),
  )
}

function snippetAround(text: string, hit: number, marks: readonly MarkRange[]): Snippet {
  const wanted = Math.max(0, hit - beforeHit)
  const blank = wanted === 0 ? -1 : text.indexOf(' ', wanted)
  const from = blank === -1 || blank >= hit ? wanted : blank + 1
  const piece = text.slice(from, from + snippetLength)
  return {
    text: piece,
    marks: marks
      .map(([start, end]): MarkRange => [start - from, end - from])
      .filter(([start, end]) => start >= 0 && end <= piece.length),
  }
}
