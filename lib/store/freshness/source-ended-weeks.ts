import { firstWeekAt } from './week-delays.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { WEEK_MS } from '#lib/policy/basics/time.ts'

/** A poll that began before midnight is stored by then. */
const settledMs = 600_000

/**
 * Stores the delays of the weeks of these sources that have ended since the last time, of the last twelve. They stay as they are: postings
 * are kept for longer (`keptForDays`). Done with each measuring of freshness; from Tuesday on there is nothing to do.
 */
export async function storeEndedWeeks(
  database: Database,
  sourceIds: readonly number[],
  now: number,
): Promise<void> {
  const first = new Date(firstWeekAt(now - settledMs))
  const present = new Date(first.getTime() + 11 * WEEK_MS)
  await database.$transaction(async (transaction) => {
    const due = await transaction.$queryRaw<{ sourceId: number }[]>`
      SELECT f."sourceId" FROM "source_freshness" f WHERE f."sourceId" = ANY(${[...sourceIds]}::int[])
        AND (f."weeksThrough" IS NULL OR f."weeksThrough" < ${present}) ORDER BY 1 FOR UPDATE`
    const ids = due.map(({ sourceId }) => sourceId)
    if (ids.length === 0) return
    await transaction.$executeRaw`
      INSERT INTO "source_week" ("sourceId", "weekAt", "delaysMs")
      SELECT d."sourceId", d."weekAt", array_agg(d."delayMs" ORDER BY d."delayMs") FROM (
        SELECT p."sourceId", date_trunc('week', p."foundAt", 'UTC') AS "weekAt",
          round(date_part('epoch', p."foundAt" - p."publishedAt") * 1000) AS "delayMs"
        FROM "source_freshness" f JOIN "posting" p ON p."sourceId" = f."sourceId"
          AND p."foundAt" >= greatest(f."weeksThrough", ${first}) AND p."foundAt" < ${present}
          AND p."shownAt" >= ${first} -- foundAt here, and indexed by source
          AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
        WHERE f."sourceId" = ANY(${ids}::int[])) d
      GROUP BY 1, 2
      ON CONFLICT ("sourceId", "weekAt") DO UPDATE SET "delaysMs" = excluded."delaysMs"`
    await transaction.$executeRaw`
      DELETE FROM "source_week" WHERE "sourceId" = ANY(${ids}::int[]) AND "weekAt" < ${first}`
    await transaction.$executeRaw`
      UPDATE "source_freshness" SET "weeksThrough" = ${present} WHERE "sourceId" = ANY(${ids}::int[])`
  })
}
