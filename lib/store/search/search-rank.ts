import type { Query } from '#lib/search/query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Hit } from './search-hits.ts'
import { tsqueryOf, type OtherForms } from './search-text.ts'

/** Hits by how well they match, best first: words near each other, in titles rather than texts; else newest first. */
export async function rankHits(
  database: Database,
  query: Query,
  forms: OtherForms,
  hits: readonly Hit[],
): Promise<Hit[]> {
  const sought = rankQuery(query, forms)
  if (sought === null || hits.length === 0) return [...hits]
  const rows = await database.$queryRaw<{ id: bigint }[]>`
    SELECT s."postingId" AS "id" FROM "posting_search" s WHERE s."postingId" = ANY(${hits.map(({ id }) => id)}::bigint[])
    ORDER BY ts_rank_cd('{0.05, 0.2, 0.6, 1}', s."document", ${sought}::tsquery, 1) DESC, s."shownAt" DESC, s."postingId" DESC`
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  const ranked = rows.flatMap(({ id }) => byId.get(id) ?? [])
  for (const { id } of rows) byId.delete(id)
  return [...ranked, ...byId.values()] // what matches by something else may not be searchable yet
}

/** The words that are searched, without those excluded and without other conditions. */
function rankQuery(query: Query, forms: OtherForms): string | null {
  if (query.kind === 'text') return `(${tsqueryOf(query, forms)})`
  if (query.kind !== 'and' && query.kind !== 'or') return null
  const parts = query.parts.map((part) => rankQuery(part, forms)).filter((part) => part !== null)
  return parts.length === 0 ? null : `(${parts.join(query.kind === 'and' ? ' & ' : ' | ')})`
}
