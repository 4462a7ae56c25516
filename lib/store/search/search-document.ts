import type { Word } from '#lib/search/words.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { stemKey, type Stems } from './search-stems.ts'

/** The words of a posting, by where they stand. */
export type PostingWords = {
  readonly title: readonly Word[]
  readonly author: readonly Word[]
  readonly text: readonly Word[]
  readonly url: readonly Word[]
}

/** PostgreSQL's weights. Words of addresses have the least one and a name of their own. */
export const weights = { title: 'A', author: 'B', text: 'C' } as const

/** Hours in the buckets of each level: eight of one fill one of the next, the largest holds 30 years. */
const bucketHours = [1, 8, 64, 512, 4096, 32_768, 262_144] as const

/**
 * Bytes of the lexemes of a posting. PostgreSQL refuses more than a megabyte with their places, and with it all postings that are indexed together,
 * for ever: there are letters that stand for eighteen, and words of these have stems besides.
 */
const mostBytes = 900_000
export const bucketLevels = bucketHours.length

/** The bucket of time that an instant lies in, at a level. */
export function bucketOf(level: number, at: number): number {
  return Math.floor(at / bucketMs(level))
}

export function bucketMs(level: number): number {
  const hours = bucketHours[level]
  if (hours === undefined) throw new RangeError(`no level ${level}`)
  return hours * HOUR_MS
}

/** Lexemes: words are themselves, all others begin with what no word holds. */
export const bucketLexeme = (level: number, bucket: number): string => `@${level}.${bucket}`
export const sourceLexeme = (sourceId: number): string => `#${sourceId}`
export const languageLexeme = (language: string): string => `~${language}`
export const stemLexeme = (language: string, stem: string): string => `${language}=${stem}`
export const urlLexeme = (word: string): string => `/${word}`

/**
 * A posting as PostgreSQL's text of a tsvector: its folded words with places and weights; where a word's stem is
 * another, that one at the same place, named with its language; the words of its address; without places its language,
 * its source and its buckets of time. By these an index finds the frequent words of few postings without reading all. Words beyond `mostBytes`
 * are left out.
 */
export function searchDocument(
  words: PostingWords,
  about: { readonly language: string | null; readonly sourceId: number; readonly shownAt: number },
  stems: Stems,
): string {
  const places = new Map<string, string>()
  let bytes = 0
  const add = (lexeme: string, place: string) => {
    const before = places.get(lexeme)
    if (before === undefined) bytes += Buffer.byteLength(lexeme)
    if (before === undefined && bytes > mostBytes) return
    places.set(lexeme, before === undefined ? place : `${before},${place}`)
  }
  let position = 1
  for (const field of ['title', 'author', 'text'] as const) {
    for (const { text } of words[field]) {
      const place = `${position}${weights[field]}`
      add(text, place)
      if (about.language !== null) {
        const stem = stems.get(stemKey({ word: text, language: about.language }))
        if (stem !== undefined && stem !== text) add(stemLexeme(about.language, stem), place)
      }
      position += 1
    }
    position += 10 // no phrase reaches from one field into the next
  }
  for (const { text } of words.url) add(urlLexeme(text), String(position++))
  const quoted = [...places].map(([lexeme, at]) => `'${lexeme}':${at}`)
  const labels = Array.from({ length: bucketLevels }, (_, level) =>
    bucketLexeme(level, bucketOf(level, about.shownAt)),
  )
  labels.push(sourceLexeme(about.sourceId))
  if (about.language !== null) labels.push(languageLexeme(about.language))
  return [...quoted, ...labels.map((label) => `'${label}'`)].join(' ')
}
