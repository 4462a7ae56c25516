import type { Database, Transaction } from '#lib/store/connection/database.ts'

const dayMs = 86_400_000

/** New postings that one source may bring in a day: the busiest feeds of agencies and preprints bring some hundreds, a hostile one would fill the disk. */
export const mostOfDay = 2_000

/**
 * Postings that a source brought in the last day, without those of its first document, before which nobody had looked. As dear as they are
 * many: it reads none before them.
 */
export async function countOfDay(
  database: Database | Transaction,
  sourceId: number,
  now: number,
): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "posting" p
    WHERE p."sourceId" = ${sourceId}
      AND p."id" > coalesce((SELECT b."id" FROM "posting" b WHERE b."sourceId" = ${sourceId}
        AND b."foundAt" <= ${new Date(now - dayMs)} ORDER BY b."id" DESC LIMIT 1), 0)
      AND p."notBeforeAt" IS NOT NULL`
  return row?.count ?? 0
}
