import type { FreshnessDay, FreshnessSummary, ReadingFreshness } from '#lib/api/freshness/freshness.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

const figuresDays = 30
const hoursShown = 24

type SummaryRow = FreshnessSummary & {
  readonly isOverall: boolean
  readonly folderId: number | null
  readonly name: string | null
}

function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((f."delayMs" <= ${minutes * 60_000})::int::float8)`
}

/** Figures of rows `f` with a `delayMs`. */
const figures = Prisma.sql`count(*)::int AS "count",
  percentile_disc(0.5) WITHIN GROUP (ORDER BY f."delayMs") AS "medianMs",
  percentile_disc(0.9) WITHIN GROUP (ORDER BY f."delayMs") AS "p90Ms",
  ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60"`

/** The exactly timed postings that were found for a subscriber since an instant, first documents left out. (`extract` would count in decimals, which takes longer.) */
function foundFor(subscriberId: string, since: Date, now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT u."folderId", p."foundAt", round(date_part('epoch', p."foundAt" - p."publishedAt") * 1000) AS "delayMs"
    FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."foundAt" >= ${since} AND p."foundAt" <= ${new Date(now)}
      AND p."shownAt" >= ${since} -- foundAt here, and indexed by source
      AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
    WHERE u."subscriberId" = ${subscriberId}`
}

/** The freshness of a subscriber's reading of the last 30 days, all of it and by folder. */
export async function readReadingFreshness(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<ReadingFreshness> {
  const rows = await database.$queryRaw<SummaryRow[]>`
    SELECT grouping(f."folderId") = 1 AS "isOverall", f."folderId",
      (SELECT o."name" FROM "folder" o WHERE o."id" = f."folderId") AS "name", ${figures}
    FROM (${foundFor(subscriberId, new Date(now - figuresDays * DAY_MS), now)}) f
    GROUP BY GROUPING SETS ((), (f."folderId")) ORDER BY "medianMs" DESC NULLS LAST, "folderId"`
  const overall = rows.find(({ isOverall }) => isOverall)
  return {
    overall: overall === undefined ? noFigures : summaryOf(overall),
    folders: rows
      .filter(({ isOverall }) => !isOverall)
      .map((row) => ({ ...summaryOf(row), folderId: row.folderId, name: row.name })),
  }
}

function summaryOf(row: SummaryRow): FreshnessSummary {
  const { count, medianMs, p90Ms, within5, within15, within60 } = row
  return { count, medianMs, p90Ms, within5, within15, within60 }
}

const noFigures: FreshnessSummary = {
  count: 0,
  medianMs: null,
  p90Ms: null,
  within5: null,
  within15: null,
  within60: null,
}

/** The delays of what was found for a subscriber in the last 24 hours, and the median of each of them. */
export async function readFreshnessDay(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<FreshnessDay> {
  const since = now - hoursShown * HOUR_MS
  const rows = await database.$queryRaw<(Omit<FreshnessDay, 'hours'> & { hour: number | null })[]>`
    WITH found AS MATERIALIZED (${foundFor(subscriberId, new Date(since), now)})
    SELECT h."hour", count(*)::int AS "count",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY h."delayMs") AS "medianMs",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY h."delayMs") AS "p90Ms"
    FROM (SELECT f."delayMs", least(${hoursShown - 1}::int,
      floor((date_part('epoch', f."foundAt") * 1000 - ${since}::float8) / ${HOUR_MS}::float8))::int AS "hour" FROM found f) h
    GROUP BY GROUPING SETS ((), (h."hour"))`
  const all = rows.find(({ hour }) => hour === null)
  const medians = new Map(rows.map(({ hour, medianMs }) => [hour, medianMs]))
  return {
    count: all?.count ?? 0,
    medianMs: all?.medianMs ?? null,
    p90Ms: all?.p90Ms ?? null,
    hours: Array.from({ length: hoursShown }, (_, hour) => medians.get(hour) ?? null),
  }
}
