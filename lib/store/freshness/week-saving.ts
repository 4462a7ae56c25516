import type { WeekSaving } from '#lib/api/freshness/freshness.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

const daysShown = 7
/** Fewer postings, or all within a day, say nothing of a week. */
const leastPostings = 20
const leastSpanMs = DAY_MS
/** As many as the picture has room for. */
const mostTraces = 120

/** `hourlyPhaseMs` of subscription `u`. */
const phaseMs = Prisma.sql`((((u."sourceId" * 2654435761::bigint) & 4294967295) * 3600) >> 32) * 1000`

type Row = Omit<WeekSaving, 'isEnough' | 'traces'> & {
  readonly spanMs: number | null
  readonly traces: WeekSaving['traces'] | null
}

/**
 * The time that a subscriber was spared in the last seven days (`savedMs`): how much earlier postings were found than by hourly checks. Those
 * without an exact time, of first documents, and from before the subscription are left out. The traces are spread evenly over all of them, oldest first.
 */
export async function readWeekSaving(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<WeekSaving> {
  const since = new Date(now - daysShown * DAY_MS)
  const [row] = await database.$queryRaw<Row[]>`
    WITH timed AS (
      SELECT p."foundAt", p."publishedAt",
        greatest(0, round(date_part('epoch', p."foundAt" - p."publishedAt") * 1000)) AS "delayMs",
        mod(${phaseMs} - round(date_part('epoch', p."publishedAt") * 1000)::bigint, ${HOUR_MS}::bigint) AS "left"
      FROM "subscription" u
      JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."foundAt" >= ${since} AND p."foundAt" <= ${new Date(now)}
        AND p."foundAt" >= u."createdAt" AND p."shownAt" >= ${since} -- foundAt here, and indexed by source
        AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
      WHERE u."subscriberId" = ${subscriberId}
    ), compared AS MATERIALIZED (
      SELECT t."publishedAt", t."foundAt", t."delayMs",
        (CASE WHEN t."left" < 0 THEN t."left" + ${HOUR_MS}::bigint ELSE t."left" END)::float8 AS "hourlyMs"
      FROM timed t
    )
    SELECT count(*)::int AS "count", coalesce(sum(c."hourlyMs" - c."delayMs"), 0)::float8 AS "savedMs",
      (count(*) FILTER (WHERE c."delayMs" > c."hourlyMs"))::int AS "later",
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY c."delayMs"))::float8 AS "medianMs",
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY c."hourlyMs"))::float8 AS "hourlyMedianMs",
      (date_part('epoch', max(c."foundAt") - min(c."foundAt")) * 1000)::float8 AS "spanMs",
      (SELECT json_agg(json_build_object('delayMs', e."delayMs", 'hourlyMs', e."hourlyMs") ORDER BY e."place") FROM (
        SELECT o."delayMs", o."hourlyMs", row_number() OVER (ORDER BY o."publishedAt", o."hourlyMs", o."delayMs") AS "place",
          count(*) OVER () AS "all" FROM compared o) e
        WHERE e."place" * ${mostTraces}::bigint / greatest(e."all", ${mostTraces}::bigint)
          > (e."place" - 1) * ${mostTraces}::bigint / greatest(e."all", ${mostTraces}::bigint)) AS "traces"
    FROM compared c`
  if (row === undefined) throw new Error('an aggregate without GROUP BY answers one row')
  const { spanMs, traces, ...figures } = row
  const isEnough = figures.count >= leastPostings && (spanMs ?? 0) >= leastSpanMs
  return { ...figures, isEnough, traces: traces ?? [] }
}
