import type { Query, TextQuery } from '#lib/search/query.ts'
import { isUnspaced, foldedWordsOf, type Word } from '#lib/search/words.ts'
import { languageLexeme, stemLexeme, urlLexeme, weights } from './search-document.ts'
import { stemKey, type Stems, type WordIn } from './search-stems.ts'

/** The forms in which the words of a query may be found besides as they stand. */
export type OtherForms = {
  /** languages of the sources that are searched */
  readonly languages: readonly string[]
  readonly stems: Stems
  /** words like one that was not found anywhere */
  readonly similar: ReadonlyMap<string, readonly string[]>
}

/** Beginnings of fewer letters are those of so many words that an index finds nothing faster by them. */
const leastIndexedPrefix = 4

/**
 * The words of a text query. Of writing without blanks the pairs of neighbouring characters; the last character alone,
 * which documents have beside, only where it is all there is.
 */
export function wordsOfQuery(text: string): Word[] {
  return foldedWordsOf(text).filter(
    (word, index, all) => !(isUnspaced(word.text) && isSingle(word.text) && all[index - 1]?.end === word.end),
  )
}

/** A tsquery that exactly the documents of a text query match. */
export function tsqueryOf(query: TextQuery, forms: OtherForms): string {
  const words = wordsOfQuery(query.text)
  const weight = query.field === 'any' || query.field === 'url' ? '' : weights[query.field]
  const last = words.length - 1
  const [only] = words
  if (only !== undefined && last === 0 && hasForms(query)) return formsOf(only.text, weight, forms)
  return words
    .map(({ text }, index) => {
      const isPrefix = isBeginning(text) || (query.isPrefix && index === last)
      return term(query.field === 'url' ? urlLexeme(text) : text, isPrefix, weight)
    })
    .join(' <-> ')
}

/** A tsquery that they match among others, which an index answers without reading a document; null: all do. */
export function necessaryTsquery(query: TextQuery, forms: OtherForms): string | null {
  const words = wordsOfQuery(query.text)
  const [only] = words
  if (only !== undefined && words.length === 1 && hasForms(query)) return `(${formsOf(only.text, '', forms)})`
  const terms = words.flatMap(({ text }, index) => {
    const isPrefix = isBeginning(text) || (query.isPrefix && index === words.length - 1)
    if (isPrefix && !isUnspaced(text) && text.length < leastIndexedPrefix) return []
    return [term(query.field === 'url' ? urlLexeme(text) : text, isPrefix, '')]
  })
  return terms.length === 0 ? null : `(${terms.join(' & ')})`
}

/** The words of a query that are found in other forms, too, in each language. */
export function wordsWithForms(query: Query, languages: readonly string[]): WordIn[] {
  return textQueries(query)
    .filter(hasForms)
    .flatMap(({ text }) => wordsOfQuery(text))
    .flatMap(({ text: word }) => languages.map((language) => ({ word, language })))
}

/** All text queries in a query. */
export function textQueries(query: Query): TextQuery[] {
  switch (query.kind) {
    case 'text':
      return [query]
    case 'and':
    case 'or':
      return query.parts.flatMap(textQueries)
    case 'not':
      return textQueries(query.part)
    default:
      return []
  }
}

/** A word alone, not in quotation marks. */
function hasForms({ isExact, isPrefix, field, text }: TextQuery): boolean {
  const [word, ...others] = wordsOfQuery(text)
  if (isExact || isPrefix || field === 'url' || word === undefined || others.length > 0) return false
  return !isBeginning(word.text)
}

/**
 * A word, its stem in the languages' documents, and words like it. Where a document's word is its stem, only the word
 * is stored: it counts in documents of that language. The index weighs every part of the condition for each posting that
 * has one of the words, so languages with the same stem share theirs.
 */
function formsOf(word: string, weight: string, { languages, stems, similar }: OtherForms): string {
  const forms = [term(word, false, weight)]
  const languagesOf = new Map<string, string[]>()
  for (const language of languages) {
    const stem = stems.get(stemKey({ word, language }))
    if (stem === undefined) continue
    forms.push(term(stemLexeme(language, stem), false, weight))
    if (stem !== word) languagesOf.set(stem, [...(languagesOf.get(stem) ?? []), language])
  }
  for (const [stem, sharing] of languagesOf) {
    const oneOf = sharing.map((language) => `'${languageLexeme(language)}'`).join(' | ')
    forms.push(`(${term(stem, false, weight)} & (${oneOf}))`)
  }
  for (const other of similar.get(word) ?? []) forms.push(term(other, false, weight))
  return forms.join(' | ')
}

/** Lexemes hold letters, digits and our own signs, so quotation marks are enough. */
function term(lexeme: string, isPrefix: boolean, weight: string): string {
  const mark = `${isPrefix ? '*' : ''}${weight}`
  return `'${lexeme}'${mark === '' ? '' : `:${mark}`}`
}

/** One character of writing without blanks is found at the beginning of pairs. */
function isBeginning(word: string): boolean {
  return isUnspaced(word) && isSingle(word)
}

function isSingle(word: string): boolean {
  return [...word].length === 1
}
