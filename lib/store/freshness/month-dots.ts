import type { FreshnessMonth, MonthDot } from '#lib/api/freshness/freshness.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { shortTitle } from '#lib/store/ground/posting-item.ts'
import { isWithin } from '#lib/store/lists/posting-page-sql.ts'
import { firstIdSince } from '#lib/store/partitions/part-windows.ts'

const daysShown = 30
/** As many as a picture can tell apart, and a table can hold. */
const mostDots = 1_000
/** The fractional part of multiples of it is spread more evenly than that of any other number. */
const goldenRatio = 0.618_033_988_749_895

type Row = Omit<MonthDot, 'publishedAt' | 'postingId'> & {
  readonly postingId: bigint
  readonly publishedAt: Date
}

/**
 * The articles of a subscriber's last 30 days with an exact time, first documents left out, oldest first. Of those who read more than
 * a picture can show, each source gives the same share of the month, from a day of its own on: every article is as likely to be shown as any
 * other, and only those shown are read. So 10,000 subscriptions cost 10,000 short looks into an index instead of a million articles.
 */
export async function readFreshnessMonth(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<FreshnessMonth> {
  const since = now - daysShown * DAY_MS
  const [counted] = await database.$queryRaw<{ count: number }[]>`
    SELECT coalesce(sum(f."count"), 0)::int AS "count" FROM "subscription" u
    JOIN "source_freshness" f ON f."sourceId" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`
  const share = Math.min(1, mostDots / Math.max(1, counted?.count ?? 0))
  const fromId = await firstIdSince(database, since)
  const rows = await database.$queryRaw<Row[]>`
    SELECT p."id" AS "postingId", g."sourceId", g."folderId", g."source", p."publishedAt",
      ${shortTitle} AS "title",
      greatest(0, round(date_part('epoch', p."foundAt" - p."publishedAt") * 1000))::float8 AS "delayMs",
      coalesce(date_part('epoch', p."foundAt" - p."publishedAt") * 1000 > g."promiseMs", false) AS "isLate"
    FROM (
      SELECT u."sourceId", u."folderId", coalesce(u."title", nullif(s."title", ''), s."url") AS "source", f."promiseMs",
        u."sourceId" * ${goldenRatio}::float8 - floor(u."sourceId" * ${goldenRatio}::float8) AS "begins"
      FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
      LEFT JOIN "source_freshness" f ON f."sourceId" = u."sourceId"
      WHERE u."subscriberId" = ${subscriberId}
    ) g
    CROSS JOIN LATERAL (VALUES -- what goes beyond the month goes on at its beginning
      (g."begins", least(1, g."begins" + ${share}::float8)), (0, g."begins" + ${share}::float8 - 1)) w("from", "until")
    CROSS JOIN LATERAL (
      SELECT p."id", p."title", p."excerpt", p."publishedAt", p."foundAt" FROM "posting" p
      WHERE p."sourceId" = g."sourceId" AND ${isWithin(fromId)} AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
        AND p."shownAt" >= ${new Date(since)}::timestamptz + w."from" * interval '30 days'
        AND p."shownAt" < ${new Date(since)}::timestamptz + w."until" * interval '30 days' OFFSET 0
    ) p
    WHERE w."until" > w."from" ORDER BY p."foundAt" DESC, p."id" DESC LIMIT ${2 * mostDots}`
  return {
    isSample: share < 1 || rows.length === 2 * mostDots,
    dots: rows.reverse().map(({ postingId, publishedAt, ...row }) => ({
      ...row,
      postingId: postingId.toString(),
      publishedAt: publishedAt.toISOString(),
    })),
  }
}
