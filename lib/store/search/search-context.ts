import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { SearchContext } from './search-condition.ts'
import { readSearchScopes } from './search-scope.ts'
import { findStems, stemKey } from './search-stems.ts'
import { textQueries, wordsOfQuery, wordsWithForms } from './search-text.ts'

/** The place and time at which a query is asked. */
type SearchPlace = {
  readonly subscriberId: string
  readonly folderId?: number | undefined
  readonly sourceId?: number | undefined
  readonly now: number
}

/** The meaning of a query's words and names to a subscriber: sources of these names, stems in their languages. */
export async function readSearchContext(
  database: Database | Transaction,
  place: SearchPlace,
  query: Query,
): Promise<SearchContext> {
  const contextOf = await readSearchContexts(database, place, [query])
  return contextOf(query)
}

/** The same of many queries, in as many statements as of one. */
export async function readSearchContexts(
  database: Database | Transaction,
  place: SearchPlace,
  queries: readonly Query[],
): Promise<(query: Query) => SearchContext> {
  const scopeOf = await readSearchScopes(database, place.subscriberId, place, queries)
  const words = queries.flatMap((query) => wordsWithForms(query, scopeOf(query).languages))
  const distinct = new Map(words.map((word) => [stemKey(word), word]))
  const stems = await findStems(database, [...distinct.values()])
  return (query) => {
    const scope = scopeOf(query)
    return { now: place.now, scope, forms: { languages: scope.languages, stems, similar: new Map() } }
  }
}

/** Least likeness of words in trigrams (pg_trgm: shared ones, part of all), and how many are tried instead of one. */
const leastLikeness = 0.45
const mostSimilar = 8

/**
 * The same with words like those of the query, or that hold them, for a search that found nothing; null where there are
 * none, or the database has no trigrams (pg_trgm).
 */
export async function withSimilarWords(
  database: Database,
  query: Query,
  context: SearchContext,
): Promise<SearchContext | null> {
  const words = textQueries(query)
    .filter(({ isExact, isPrefix }) => !isExact && !isPrefix)
    .flatMap(({ text }) => wordsOfQuery(text).map((word) => word.text))
    .filter((word) => word.length >= 4)
  if (words.length === 0 || !(await hasTrigrams(database))) return null
  const rows = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT set_config('pg_trgm.similarity_threshold', ${String(leastLikeness)}, true)`
    return transaction.$queryRaw<{ word: string; similar: string[] }[]>`
      SELECT asked."word", array_agg(s."word") AS "similar" FROM unnest(${words.slice(0, 8)}::text[]) asked("word")
      CROSS JOIN LATERAL (
        SELECT w."word" FROM "search_word" w
        WHERE (w."word" % asked."word" OR w."word" LIKE '%' || asked."word" || '%') AND w."word" <> asked."word"
        ORDER BY similarity(w."word", asked."word") DESC, w."word" LIMIT ${mostSimilar}) s
      GROUP BY asked."word"`
  })
  if (rows.length === 0) return null
  const similar = new Map(rows.map((row) => [row.word, row.similar]))
  return { ...context, forms: { ...context.forms, similar } }
}

async function hasTrigrams(database: Database): Promise<boolean> {
  const [row] = await database.$queryRaw<{ found: boolean }[]>`
    SELECT to_regclass('search_word_word_idx') IS NOT NULL AS "found"`
  return row?.found === true
}
