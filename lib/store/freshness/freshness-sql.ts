import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The bounds of postings that count for each figure. */
type FreshnessBounds = {
  readonly now: Date
  /** From when on found postings are in the figures, looked at at all, and among the latest. */
  readonly figuresFrom: Date
  readonly lookedBackFrom: Date
  readonly weekFrom: Date
  /** So many are the latest, however old. */
  readonly latestPostings: number
}

/** Codes of the reasons for which the poll that found a late posting came when it did. */
const hostCodes = [
  'waitUntil',
  'fewerPolls',
  'hostAsksPause',
  'hostAllowsAgain',
  'leastInterval',
  'publisherWantsPause',
]
const outageCodes = ['retry', 'hostDown', 'hostAnswersAgain', 'pollFailed', 'weeklyProbe']
const budgetCodes = [
  ...['price', 'priceBesideHub', 'priceForReaders', 'priceStaleness', 'staleness', 'withoutBudget'],
  ...['plannedEven', 'plannedSpread', 'plannedByHour', 'backup', 'interval', 'silent', 'predicted'],
]

const cause = Prisma.sql`CASE
  WHEN l."plannedReason"->>'code' = ANY(${hostCodes}) THEN 'host'
  WHEN l."plannedReason"->>'code' = ANY(${outageCodes}) THEN 'outage'
  WHEN l."plannedReason"->>'code' = 'quiet' THEN 'hint'
  WHEN l."plannedReason"->>'code' = ANY(${budgetCodes}) THEN 'budget' END`

const exactly = Prisma.sql`FILTER (WHERE f."isCounted" AND f."delayMs" IS NOT NULL)`

/** Share of the exactly timed postings that were found within so many minutes. */
function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((f."delayMs" <= ${minutes * MINUTE_MS})::int::float8) ${exactly}`
}

/**
 * Parts of a WITH clause; the last, `measured`, has a row for each given source: its figures, its promise, and of the `latest`
 * postings how many were within it (`kept`) and what most often made the others late (`cause`).
 * @param given [{ sourceId, promiseMs }] as JSON
 */
export function freshnessOf(given: string, bounds: FreshnessBounds): Prisma.Sql {
  return Prisma.sql`
    given AS (SELECT * FROM json_to_recordset(${given}::json) AS g("sourceId" int, "promiseMs" bigint)),
    found AS MATERIALIZED (
      SELECT p."sourceId", p."id", p."foundAt", p."pollId", p."foundAt" >= ${bounds.figuresFrom} AS "isCounted",
        (extract(epoch FROM p."foundAt" - p."publishedAt") * 1000)::float8 AS "delayMs"
      FROM given g JOIN "posting" p ON p."sourceId" = g."sourceId"
      WHERE p."shownAt" >= ${bounds.lookedBackFrom} AND p."foundAt" >= ${bounds.lookedBackFrom} -- the same here, but indexed by source
        AND p."foundAt" <= ${bounds.now} AND NOT p."isInitial"
    ),
    figures AS (
      SELECT f."sourceId", (count(*) ${exactly})::int AS "count",
        (count(*) FILTER (WHERE f."isCounted" AND f."delayMs" IS NULL))::int AS "withoutExactTime",
        avg(f."delayMs") ${exactly} AS "meanMs",
        percentile_disc(0.5) WITHIN GROUP (ORDER BY f."delayMs") ${exactly} AS "medianMs",
        percentile_disc(0.9) WITHIN GROUP (ORDER BY f."delayMs") ${exactly} AS "p90Ms",
        ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60"
      FROM found f GROUP BY f."sourceId"
    ),
    ${dailyMedians(bounds.now)},
    ranked AS (
      SELECT f."sourceId", f."pollId", f."foundAt", f."delayMs",
        row_number() OVER (PARTITION BY f."sourceId" ORDER BY f."foundAt" DESC, f."id" DESC) AS "place"
      FROM found f WHERE f."delayMs" IS NOT NULL
    ),
    latest AS (
      SELECT r."sourceId", count(*)::int AS "latest", (count(*) FILTER (WHERE r."delayMs" <= g."promiseMs"))::int AS "kept",
        mode() WITHIN GROUP (ORDER BY ${cause}) FILTER (WHERE r."delayMs" > g."promiseMs" AND ${cause} IS NOT NULL) AS "cause"
      FROM ranked r JOIN given g ON g."sourceId" = r."sourceId"
      LEFT JOIN "poll" l ON l."id" = r."pollId" AND r."delayMs" > g."promiseMs"
      WHERE r."place" <= ${bounds.latestPostings} OR r."foundAt" >= ${bounds.weekFrom} GROUP BY r."sourceId"
    ),
    measured AS (
      SELECT g."sourceId", g."promiseMs", coalesce(f."count", 0) AS "count",
        coalesce(f."withoutExactTime", 0) AS "withoutExactTime", f."meanMs", f."medianMs", f."p90Ms", f."within5",
        f."within15", f."within60", coalesce(d."dailyMedianMs", array_fill(-1::float8, ARRAY[30])) AS "dailyMedianMs",
        coalesce(l."latest", 0) AS "latest", coalesce(l."kept", 0) AS "kept", l."cause"
      FROM given g LEFT JOIN figures f USING ("sourceId") LEFT JOIN daily d USING ("sourceId")
      LEFT JOIN latest l USING ("sourceId")
    )`
}

/** By UTC day, the last of 30 the present one; -1 where none was found. */
function dailyMedians(now: Date): Prisma.Sql {
  const firstDay = Math.floor(now.getTime() / DAY_MS) - 29
  return Prisma.sql`
    medians AS (
      SELECT f."sourceId", floor(extract(epoch FROM f."foundAt") / 86400)::int - ${firstDay}::int AS "day",
        percentile_disc(0.5) WITHIN GROUP (ORDER BY f."delayMs") AS "medianMs"
      FROM found f WHERE f."delayMs" IS NOT NULL GROUP BY 1, 2
    ),
    daily AS (
      SELECT o."sourceId", array_agg(coalesce(m."medianMs", -1) ORDER BY d."day") AS "dailyMedianMs"
      FROM (SELECT DISTINCT "sourceId" FROM medians WHERE "day" >= 0) o
      CROSS JOIN generate_series(0, 29) AS d("day")
      LEFT JOIN medians m ON m."sourceId" = o."sourceId" AND m."day" = d."day" GROUP BY o."sourceId"
    )`
}
