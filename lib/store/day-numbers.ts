import type { DayStrip, FreshCount } from '#lib/api/counts.ts'
import type { Database } from './database.ts'
import { youngFrom } from './posting-page-sql.ts'
import { isFirstOfStory } from './story-once.ts'
import { isInScope } from './subscription-scope.ts'

const quarterMs = 15 * 60_000
const quarters = 96

export type DayNumbers = {
  /**
   * The postings of "All postings" of the last 24 hours in quarter hours of UTC, the running one last, by their place in the
   * timeline: those of a first document stand where they were published, not in one heap where they were found.
   */
  readonly day: DayStrip
  /** Unread rows of the fresh lane, the youngest of the same postings: a story once where lists show stories once. */
  readonly fresh: FreshCount
}

type Row = {
  readonly quarter: number | null
  readonly found: number
  readonly unread: number
  readonly fresh: number
}

/**
 * What a window shows of a subscriber's last 24 hours, and of so many minutes. One probe of "source, time" for each subscription, and
 * all states since the first of these postings at once: to look up each posting's takes twice as long as all else. The join is FULL
 * so that the database may not take one list for each row of the other, believing that there are few. Times are told as it runs: for
 * those it sees it plans anew each time, 1.4 ms.
 */
export async function readDayNumbers(
  database: Database,
  subscriberId: string,
  freshMinutes: number,
  now: number,
): Promise<DayNumbers> {
  const startAt = (Math.floor(now / quarterMs) + 1 - quarters) * quarterMs
  const young = youngFrom(freshMinutes, new Date(now))
  const rows = await database.$queryRaw<Row[]>`
    WITH day AS MATERIALIZED (
      SELECT p."id", p."shownAt", p."id" <= u."readThrough" AS "isBelow" FROM "subscription" u
      JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."shownAt" >= (SELECT ${new Date(Math.min(startAt, young.getTime()))}::timestamptz)
      WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, {})}
    ), told AS MATERIALIZED (
      SELECT t."postingId", t."isRead", t."hiddenAt" FROM "posting_state" t
      WHERE t."subscriberId" = ${subscriberId} AND t."postingId" >= (SELECT min("id") FROM day)
    ), shown AS MATERIALIZED (
      SELECT d."id", d."shownAt", NOT coalesce(t."isRead", d."isBelow") AS "isUnread"
      FROM day d FULL JOIN told t ON t."postingId" = d."id" WHERE t."hiddenAt" IS NULL
    )
    SELECT floor(extract(epoch FROM "shownAt" - ${new Date(startAt)}::timestamptz) / ${quarterMs / 1000}::int)::int AS "quarter",
      count(*)::int AS "found", (count(*) FILTER (WHERE "isUnread"))::int AS "unread",
      (SELECT count(*) FROM shown s JOIN "posting" p ON p."id" = s."id"
        WHERE s."isUnread" AND s."shownAt" >= (SELECT ${young}::timestamptz) AND (EXISTS (
          SELECT 1 FROM "reading_settings" r WHERE r."subscriberId" = ${subscriberId} AND NOT r."showsStoryOnce")
          OR ${isFirstOfStory(subscriberId, { show: 'unread', freshMinutes }, new Date(now))}))::int AS "fresh"
    FROM shown GROUP BY 1`
  const found = Array.from({ length: quarters }, () => 0)
  const unread = [...found]
  for (const row of rows) {
    if (row.quarter === null || row.quarter < 0 || row.quarter >= quarters) continue
    found[row.quarter] = row.found
    unread[row.quarter] = row.unread
  }
  const day = { startAt: new Date(startAt).toISOString(), found, unread }
  return { day, fresh: { unread: rows[0]?.fresh ?? 0 } }
}
