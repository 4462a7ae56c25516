import type { Database, Transaction } from '#lib/store/connection/database.ts'

/** PostgreSQL's stemming dictionaries by language (ISO 639-1); which there are depends on its version. */
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** Languages in which words may have stems. */
export const stemmedLanguages: readonly string[] = Object.keys(dictionaries)

/** A word, folded, in a language. */
export type WordIn = { readonly word: string; readonly language: string }

/** Stems by language and word, as `stemKey` joins them; words without stem (small ones) are missing. */
export type Stems = ReadonlyMap<string, string>

export function stemKey({ word, language }: WordIn): string {
  return `${language}=${word}`
}

/**
 * Stems that were looked up, null where there is none, those of longest ago first: the hits of a page have hundreds of
 * words that may be forms of the one that is sought, in each language. At 80 bytes each some 4 MB.
 */
const remembered = new Map<string, string | null>()
const mostRemembered = 50_000

/** The stem of each of these words; languages without a dictionary give none. */
export async function findStems(database: Database | Transaction, words: readonly WordIn[]): Promise<Stems> {
  const asked = words.filter(({ language }) => Object.hasOwn(dictionaries, language))
  const missing = asked.filter((word) => !remembered.has(stemKey(word)))
  const found = await lookUp(database, missing)
  const stems = new Map<string, string>()
  for (const word of asked) {
    const key = stemKey(word)
    const stem = remembered.get(key) ?? found.get(key)
    if (stem !== undefined) stems.set(key, stem)
  }
  for (const word of missing) remembered.set(stemKey(word), found.get(stemKey(word)) ?? null)
  for (const key of remembered.keys()) {
    if (remembered.size <= mostRemembered) break
    remembered.delete(key)
  }
  return stems
}

async function lookUp(database: Database | Transaction, known: readonly WordIn[]): Promise<Stems> {
  if (known.length === 0) return new Map()
  const rows = await database.$queryRaw<{ at: number; stem: string }[]>`
    SELECT w."at"::int AS "at", stems."found"[1] AS "stem"
    FROM unnest(${known.map(({ word }) => word)}::text[], ${known.map(dictionaryOf)}::text[])
      WITH ORDINALITY AS w("word", "dictionary", "at")
    JOIN pg_ts_dict d ON d."dictname" = w."dictionary"
    CROSS JOIN LATERAL (SELECT ts_lexize(d."oid"::regdictionary, w."word") AS "found") stems
    WHERE stems."found"[1] IS NOT NULL`
  return new Map(
    rows.flatMap(({ at, stem }) => {
      const found = known[at - 1]
      return found === undefined ? [] : [[stemKey(found), stem] as const]
    }),
  )
}

function dictionaryOf({ language }: WordIn): string {
  return `${dictionaries[language] ?? 'simple'}_stem`
}
