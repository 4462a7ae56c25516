import type { CountedSource, ReadingStatistics } from '#lib/api/sources/sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'

const daysShown = 30
const monthsShown = 12
const sourcesShown = 10
/** The share of fewer postings says nothing of a source. */
const leastFound = 10

/**
 * The subscriber's opened and starred postings by month, and of which sources. Read are the subscriber's own marks, and of the sources what is
 * measured once an hour anyway: no postings but those that were opened in the last 30 days.
 */
export async function readReadingStatistics(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<ReadingStatistics> {
  const [months, sources] = await Promise.all([
    readMonths(database, subscriberId, now),
    readSources(database, subscriberId, now),
  ])
  const sum = (name: 'found' | 'opened' | 'starred') => sources.reduce((all, each) => all + each[name], 0)
  const judged = sources
    .filter(({ found }) => found >= leastFound)
    .toSorted((a, b) => shareOf(b) - shareOf(a))
  return {
    months,
    found: sum('found'),
    opened: sum('opened'),
    starred: sum('starred'),
    // The upper half and the lower one: none is in both.
    mostOpened: judged
      .slice(0, Math.min(sourcesShown, Math.ceil(judged.length / 2)))
      .filter(({ opened }) => opened > 0),
    // Of those that nobody opens, the loudest first.
    leastOpened: judged
      .toSorted((a, b) => shareOf(a) - shareOf(b) || b.found - a.found)
      .slice(0, Math.min(sourcesShown, Math.floor(judged.length / 2))),
    mostStarred: sources
      .filter(({ starred }) => starred > 0)
      .toSorted((a, b) => b.starred - a.starred)
      .slice(0, sourcesShown),
  }
}

function shareOf({ opened, found }: CountedSource): number {
  return opened / found
}

async function readMonths(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<ReadingStatistics['months']> {
  const present = new Date(now)
  const first = new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - monthsShown + 1))
  const rows = await database.$queryRaw<{ from: Date; opened: number; starred: number }[]>`
    WITH acts AS (
      SELECT date_trunc('month', t."seenAt", 'UTC') AS "from", 1 AS "opened", 0 AS "starred" FROM "posting_state" t
      WHERE t."subscriberId" = ${subscriberId} AND t."seenAt" >= ${first}
      UNION ALL
      SELECT date_trunc('month', t."starredAt", 'UTC'), 0, 1 FROM "posting_state" t
      WHERE t."subscriberId" = ${subscriberId} AND t."starredAt" >= ${first}
    )
    SELECT m."from", coalesce(sum(a."opened"), 0)::int AS "opened", coalesce(sum(a."starred"), 0)::int AS "starred"
    FROM (SELECT (${first}::timestamptz AT TIME ZONE 'UTC' + n * interval '1 month') AT TIME ZONE 'UTC' AS "from" FROM generate_series(0, ${monthsShown - 1}::int) n) m
    LEFT JOIN acts a ON a."from" = m."from" GROUP BY m."from" ORDER BY m."from"`
  return rows.map(({ from, ...row }) => ({ ...row, from: from.toISOString() }))
}

async function readSources(database: Database, subscriberId: string, now: number): Promise<CountedSource[]> {
  const since = new Date(now - daysShown * DAY_MS)
  return database.$queryRaw<CountedSource[]>`
    WITH opened AS (
      SELECT t."sourceId", count(*)::int AS "opened" FROM "posting_state" t
      JOIN "posting" p ON p."id" = t."postingId" AND p."foundAt" >= ${since} AND NOT p."isInitial"
      WHERE t."subscriberId" = ${subscriberId} AND t."seenAt" >= ${since} GROUP BY 1
    ), starred AS (
      SELECT t."sourceId", count(*)::int AS "starred" FROM "posting_state" t
      WHERE t."subscriberId" = ${subscriberId} AND t."starredAt" IS NOT NULL GROUP BY 1
    )
    SELECT u."sourceId", coalesce(u."title", nullif(s."title", ''), s."url") AS "title",
      greatest(coalesce(f."count" + f."withoutExactTime", 0), coalesce(o."opened", 0)) AS "found",
      coalesce(o."opened", 0) AS "opened", coalesce(r."starred", 0) AS "starred"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    LEFT JOIN "source_freshness" f ON f."sourceId" = u."sourceId"
    LEFT JOIN opened o ON o."sourceId" = u."sourceId" LEFT JOIN starred r ON r."sourceId" = u."sourceId"
    WHERE u."subscriberId" = ${subscriberId} ORDER BY u."sourceId"`
}
