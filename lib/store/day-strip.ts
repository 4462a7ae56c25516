import type { DayStrip } from '#lib/api/counts.ts'
import type { Database } from './database.ts'
import { isInScope } from './subscription-scope.ts'

const quarterMs = 15 * 60_000
const quarters = 96

/**
 * The postings of "All postings" of the last 24 hours in quarter hours of UTC, the running one last, by their place in the
 * timeline: those of a first document stand where they were published, not in one heap where they were found.
 */
export async function readDayStrip(database: Database, subscriberId: string, now: number): Promise<DayStrip> {
  const startAt = (Math.floor(now / quarterMs) + 1 - quarters) * quarterMs
  const rows = await database.$queryRaw<{ quarter: number; found: number; unread: number }[]>`
    SELECT floor(extract(epoch FROM p."shownAt" - ${new Date(startAt)}::timestamptz) / ${quarterMs / 1000}::int)::int
        AS "quarter",
      count(*)::int AS "found",
      (count(*) FILTER (WHERE NOT coalesce(t."isRead", p."id" <= u."readThrough")))::int AS "unread"
    FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."shownAt" >= ${new Date(startAt)}
      AND p."shownAt" < ${new Date(startAt + quarters * quarterMs)}
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"
    WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, {})} AND t."hiddenAt" IS NULL
    GROUP BY 1`
  const found = Array.from({ length: quarters }, () => 0)
  const unread = [...found]
  for (const row of rows) {
    found[row.quarter] = row.found
    unread[row.quarter] = row.unread
  }
  return { startAt: new Date(startAt).toISOString(), found, unread }
}
