import type { AdminActivity } from '#lib/api/server/admin.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

const hoursShown = 24
const daysShown = 7

type HourRow = Omit<AdminActivity['hours'][number], 'at'> & { readonly at: Date }
type DayRow = { readonly day: number } & Omit<AdminActivity['days'][number], 'from'>

/**
 * The polls of each of the last 24 hours by what came of them, the running hour last, and the delays of each of the last seven days. On a
 * server with very many it may be some seconds old.
 */
export const readActivity = keepCostly(async (database: Database, now: number): Promise<AdminActivity> => {
  const [hours, days] = await Promise.all([readHours(database, now), readDays(database, now)])
  return { hours, days }
})

/** The planned figure is the mean of the planning that was in force at the hour's end; polls are not planned evenly over the day. */
async function readHours(database: Database, now: number): Promise<AdminActivity['hours']> {
  const first = new Date((Math.floor(now / HOUR_MS) - hoursShown + 1) * HOUR_MS)
  const rows = await database.$queryRaw<HourRow[]>`
    WITH done AS (
      SELECT floor(date_part('epoch', l."finishedAt" - ${first}) / 3600)::int AS "hour",
        (count(*) FILTER (WHERE l."outcome" = 'fetched'))::int AS "fetched",
        (count(*) FILTER (WHERE l."outcome" = 'not-modified'))::int AS "unchanged",
        (count(*) FILTER (WHERE l."outcome" = 'throttled'))::int AS "refused",
        (count(*) FILTER (WHERE l."outcome" IN ('failed', 'gone')))::int AS "failed"
      FROM "poll" l WHERE l."finishedAt" >= ${first} AND l."finishedAt" <= ${new Date(now)} GROUP BY 1
    )
    SELECT ${first}::timestamptz + h."hour" * interval '1 hour' AS "at", coalesce(d."fetched", 0) AS "fetched",
      coalesce(d."unchanged", 0) AS "unchanged", coalesce(d."refused", 0) AS "refused", coalesce(d."failed", 0) AS "failed",
      (SELECT r."grantedPerDay" / 24 FROM "planning_run" r
        WHERE r."madeAt" < ${first}::timestamptz + (h."hour" + 1) * interval '1 hour' ORDER BY r."madeAt" DESC LIMIT 1) AS "planned"
    FROM generate_series(0, ${hoursShown - 1}::int) AS h("hour") LEFT JOIN done d ON d."hour" = h."hour" ORDER BY h."hour"`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Days of 24 hours until now; those on which nothing with an exact time was found are left out. */
async function readDays(database: Database, now: number): Promise<AdminActivity['days']> {
  const since = now - daysShown * DAY_MS
  const rows = await database.$queryRaw<DayRow[]>`
    SELECT d."day", count(*)::int AS "count",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY d."delayMs") AS "medianMs",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY d."delayMs") AS "p90Ms"
    FROM (
      SELECT least(${daysShown - 1}::int, floor(date_part('epoch', p."foundAt" - ${new Date(since)}) / 86400)::int) AS "day",
        greatest(0, date_part('epoch', p."foundAt" - p."publishedAt") * 1000) AS "delayMs"
      FROM "posting" p WHERE p."foundAt" >= ${new Date(since)} AND p."foundAt" <= ${new Date(now)}
        AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
    ) d GROUP BY d."day" ORDER BY d."day"`
  return rows.map(({ day, ...row }) => ({ ...row, from: new Date(since + day * DAY_MS).toISOString() }))
}
