import type { WeekDelay } from '#lib/api/sources/sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { firstWeekAt } from './week-delays.ts'

function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((d."delayMs" <= ${minutes * 60_000})::int::float8)`
}

/**
 * The freshness of a subscriber's reading by week (UTC, from Monday) of the last twelve, oldest first; weeks without a posting are left out.
 * Of ended weeks the delays are stored by source (`storeEndedWeeks`): reading the postings of 1,000 sources anew, 160,000, took 1.3 s.
 * Only what came since is counted from the postings. The database counts: of many busy sources there are millions of delays.
 */
export async function listReadingWeeks(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<WeekDelay[]> {
  const first = new Date(firstWeekAt(now))
  // One statement, so that no week is counted twice or not at all when it is stored meanwhile.
  const rows = await database.$queryRaw<(Omit<WeekDelay, 'from'> & { from: Date })[]>`
    SELECT d."weekAt" AS "from", count(*)::int AS "count",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY d."delayMs") AS "medianMs",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY d."delayMs") AS "p90Ms",
      ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60"
    FROM (
      SELECT w."weekAt", unnest(w."delaysMs") AS "delayMs"
      FROM "subscription" u JOIN "source_freshness" f ON f."sourceId" = u."sourceId"
      JOIN "source_week" w ON w."sourceId" = u."sourceId" AND w."weekAt" >= ${first} AND w."weekAt" < f."weeksThrough"
      WHERE u."subscriberId" = ${subscriberId}
      UNION ALL
      SELECT date_trunc('week', p."foundAt", 'UTC'),
        round(date_part('epoch', p."foundAt" - p."publishedAt") * 1000)
      FROM "subscription" u LEFT JOIN "source_freshness" f ON f."sourceId" = u."sourceId"
      CROSS JOIN LATERAL (SELECT greatest(f."weeksThrough", ${first}) AS "at") since
      JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."foundAt" >= since."at" AND p."foundAt" <= ${new Date(now)}
        AND p."shownAt" >= since."at" -- foundAt here, and indexed by source
        AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
      WHERE u."subscriberId" = ${subscriberId}) d
    GROUP BY 1 ORDER BY 1`
  return rows.map((row) => ({ ...row, from: row.from.toISOString() }))
}
