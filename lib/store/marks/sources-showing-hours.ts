import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { isAlerted } from '#lib/store/planning/source-presences.ts'

/** Hours of fewer readers might be those of one of them, whom the others know. */
const leastReaders = 5

/**
 * Those of the sources of which anybody, admins included, may be shown when their readers come: so many have hours that count
 * that nobody's own are shown.
 */
export async function sourcesShowingHours(
  database: Database | Transaction,
  sourceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (sourceIds.length === 0) return new Set()
  const rows = await database.$queryRaw<{ sourceId: number }[]>`
    SELECT s."id" AS "sourceId" FROM unnest(${[...new Set(sourceIds)]}::int[]) s("id")
    WHERE (SELECT count(*) FROM (
      SELECT 1 FROM "subscription" u JOIN "reading_hours" h ON h."subscriberId" = u."subscriberId"
      WHERE u."sourceId" = s."id" AND NOT ${isAlerted}
        AND (h."kind" = 'given' AND h."given" <> '{}' OR h."kind" = 'learned' AND h."learned" IS NOT NULL)
      LIMIT ${leastReaders}) r) = ${leastReaders}`
  return new Set(rows.map(({ sourceId }) => sourceId))
}
