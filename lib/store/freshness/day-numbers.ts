import type { DayStripAnswer, FreshCount } from '#lib/api/lists/counts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { firstIdSince } from '#lib/store/partitions/part-windows.ts'
import { isWithin, youngFrom } from '#lib/store/lists/posting-page-sql.ts'
import { isFirstOfStory } from '#lib/store/lists/story-once.ts'
import { isInScope } from '#lib/store/ground/subscription-scope.ts'

const quarterMs = 15 * 60_000
const quarters = 96

type DayNumbers = {
  /**
   * The postings of "All articles" of the last 24 hours in quarter hours of UTC, the running one last, by their place in the
   * timeline: those of a first document stand where they were published, not in one heap where they were found.
   */
  readonly day: DayStripAnswer
  /** Unread rows of the fresh list, the youngest of the same postings: a story once where lists show stories once. */
  readonly fresh: FreshCount
}

/** The figures in a window of a subscriber's last 24 hours, and of so many minutes. */
export async function readDayNumbers(
  database: Database,
  subscriberId: string,
  freshMinutes: number,
  now: number,
): Promise<DayNumbers> {
  const startAt = (Math.floor(now / quarterMs) + 1 - quarters) * quarterMs
  const rows = await readQuarters(database, subscriberId, { startAt, fromAt: startAt, freshMinutes, now })
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

/** The fresh list's number alone, of the few postings that are young enough for it. */
export async function readFreshCount(
  database: Database,
  subscriberId: string,
  freshMinutes: number,
  now: number,
): Promise<FreshCount> {
  const rows = await readQuarters(database, subscriberId, { startAt: now, fromAt: now, freshMinutes, now })
  return { unread: rows[0]?.fresh ?? 0 }
}

type Asked = {
  /** Of the first quarter hour. */
  readonly startAt: number
  /** Read are the postings from there on, and those that are fresh. */
  readonly fromAt: number
  readonly freshMinutes: number
  readonly now: number
}
type Row = {
  readonly quarter: number | null
  readonly found: number
  readonly unread: number
  readonly fresh: number
}

/**
 * Postings by quarter hour; what is fresh stands in each row. One probe of "source, time" for each subscription, and all states since
 * the first of these postings at once: to look up each posting's takes twice as long as all else. Times are told as it runs: for those
 * it sees PostgreSQL plans anew each time. As it then takes a third of all postings to be of this day, the statement leaves it no other
 * way: a LATERAL with OFFSET is asked for each row, and a FULL join never.
 */
async function readQuarters(
  database: Database,
  subscriberId: string,
  { startAt, fromAt, freshMinutes, now }: Asked,
): Promise<readonly Row[]> {
  const young = youngFrom(freshMinutes, new Date(now))
  const from = Math.min(fromAt, young.getTime())
  const fromId = await firstIdSince(database, from)
  return database.$queryRaw<Row[]>`
    WITH day AS MATERIALIZED (
      SELECT p."id", p."shownAt", p."isInitial", p."id" <= u."readThrough" AS "isBelow" FROM "subscription" u CROSS JOIN LATERAL (
        SELECT p."id", p."shownAt", p."isInitial" FROM "posting" p
        WHERE p."sourceId" = u."sourceId" AND p."shownAt" >= ${asItRuns(new Date(from))} AND ${isWithin(fromId)} OFFSET 0) p
      WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, {})}
    ), told AS MATERIALIZED (
      SELECT t."postingId", t."isRead", t."hiddenAt" FROM "posting_state" t
      WHERE t."subscriberId" = ${subscriberId} AND t."postingId" >= (SELECT min("id") FROM day)
    ), shown AS MATERIALIZED (
      SELECT d."id", d."shownAt", d."isInitial", NOT coalesce(t."isRead", d."isBelow") AS "isUnread"
      FROM day d FULL JOIN told t ON t."postingId" = d."id" WHERE t."hiddenAt" IS NULL
    )
    SELECT floor(extract(epoch FROM "shownAt" - ${new Date(startAt)}::timestamptz) / ${quarterMs / 1000}::int)::int AS "quarter",
      count(*)::int AS "found", (count(*) FILTER (WHERE "isUnread"))::int AS "unread",
      (SELECT count(*) FROM shown s CROSS JOIN LATERAL (
          SELECT p."id", p."sourceId", p."shownAt", p."clusterId" FROM "posting" p WHERE p."id" = s."id" OFFSET 0) p
        WHERE s."isUnread" AND NOT s."isInitial" AND s."shownAt" >= ${asItRuns(young)} AND (EXISTS (
          SELECT 1 FROM "reading_settings" r WHERE r."subscriberId" = ${subscriberId} AND NOT r."showsStoryOnce")
          OR ${isFirstOfStory(subscriberId, { show: 'unread', freshMinutes }, new Date(now))}))::int AS "fresh"
    FROM shown GROUP BY 1`
}

function asItRuns(at: Date): Prisma.Sql {
  return Prisma.sql`(SELECT ${at}::timestamptz)`
}
