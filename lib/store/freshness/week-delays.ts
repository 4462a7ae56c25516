import type { WeekDelay } from '#lib/api/sources/sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { FIRST_MONDAY_MS, MINUTE_MS, WEEK_MS } from '#lib/policy/basics/time.ts'

const weeksShown = 12

const delayMs = Prisma.sql`(extract(epoch FROM p."foundAt" - p."publishedAt") * 1000)::float8`

function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((${delayMs} <= ${minutes * MINUTE_MS})::int::float8)`
}

/** Start of the first of the weeks shown. */
export function firstWeekAt(now: number): number {
  return now - ((now - FIRST_MONDAY_MS) % WEEK_MS) - (weeksShown - 1) * WEEK_MS
}

/** Delays of a source by week (UTC, from Monday) of the last twelve, the present one included, oldest first; weeks without a posting are left out. */
export async function listWeekDelays(
  database: Database,
  sourceId: number,
  now: number,
): Promise<WeekDelay[]> {
  const since = new Date(firstWeekAt(now))
  const rows = await database.$queryRaw<(Omit<WeekDelay, 'from'> & { from: Date })[]>`
    SELECT date_trunc('week', p."foundAt", 'UTC') AS "from", count(*)::int AS "count",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY ${delayMs}) AS "medianMs",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY ${delayMs}) AS "p90Ms",
      ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60"
    FROM "posting" p
    WHERE p."sourceId" = ${sourceId} AND p."foundAt" >= ${since} AND p."foundAt" <= ${new Date(now)}
      AND p."shownAt" >= ${since} -- foundAt here, and indexed by source
      AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
    GROUP BY 1 ORDER BY 1`
  return rows.map((row) => ({ ...row, from: row.from.toISOString() }))
}
