import type {
  FreshnessRow,
  FreshnessSort,
  FreshnessSummary,
  SubscriberFreshness,
} from '#lib/api/freshness.ts'
import { DAY_MS } from '#lib/policy/time.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'

const figuresDays = 30

/** How fresh a subscriber's reading is: all of it, by folder, and by source, the worst first. */
export async function readSubscriberFreshness(
  database: Database,
  subscriberId: string,
  asked: { readonly sort: FreshnessSort; readonly limit: number },
  now: number,
): Promise<SubscriberFreshness> {
  const [summaries, sources, [counts]] = await Promise.all([
    summarise(database, subscriberId, now),
    listSources(database, subscriberId, asked),
    database.$queryRaw<{ measured: number; broken: number }[]>`
      SELECT count(*)::int AS "measured", (count(*) FILTER (WHERE f."state" = 'broken'))::int AS "broken"
      FROM "subscription" u JOIN "source_freshness" f ON f."sourceId" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`,
  ])
  return { ...summaries, sources, measured: counts?.measured ?? 0, broken: counts?.broken ?? 0 }
}

type SummaryRow = FreshnessSummary & {
  readonly isOverall: boolean
  readonly folderId: number | null
  readonly name: string | null
}

const delayMs = Prisma.sql`(extract(epoch FROM p."foundAt" - p."publishedAt") * 1000)::float8`

function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((${delayMs} <= ${minutes * 60_000})::int::float8)`
}

async function summarise(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<Pick<SubscriberFreshness, 'overall' | 'folders'>> {
  const since = new Date(now - figuresDays * DAY_MS)
  const rows = await database.$queryRaw<SummaryRow[]>`
    SELECT grouping(o."id") = 1 AS "isOverall", o."id" AS "folderId", max(o."name") AS "name", count(p."id")::int AS "count",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY ${delayMs}) AS "medianMs",
      percentile_disc(0.9) WITHIN GROUP (ORDER BY ${delayMs}) AS "p90Ms",
      ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60"
    FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."foundAt" >= ${since}
      AND p."shownAt" >= ${since} -- foundAt here, and indexed by source
      AND NOT p."isInitial" AND p."publishedAt" IS NOT NULL
    LEFT JOIN "folder" o ON o."id" = u."folderId"
    WHERE u."subscriberId" = ${subscriberId}
    GROUP BY GROUPING SETS ((), (o."id")) ORDER BY "medianMs" DESC NULLS LAST, "folderId"`
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

const orders = {
  state: Prisma.sql`(f."state" = 'broken') DESC, f."keptShare" ASC NULLS LAST, f."medianMs" DESC NULLS LAST`,
  promise: Prisma.sql`f."promiseMs" DESC NULLS LAST`,
  median: Prisma.sql`f."medianMs" DESC NULLS LAST`,
  p90: Prisma.sql`f."p90Ms" DESC NULLS LAST`,
} as const

async function listSources(
  database: Database,
  subscriberId: string,
  { sort, limit }: { readonly sort: FreshnessSort; readonly limit: number },
): Promise<FreshnessRow[]> {
  return database.$queryRaw<FreshnessRow[]>`
    SELECT f."sourceId", coalesce(u."title", nullif(s."title", ''), s."url") AS "title", f."count", f."medianMs", f."p90Ms",
      f."promiseMs"::float8 AS "promiseMs", f."keptShare", f."state", f."cause",
      to_char(f."stateSince" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stateSince"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    JOIN "source_freshness" f ON f."sourceId" = s."id"
    WHERE u."subscriberId" = ${subscriberId} ORDER BY ${orders[sort]}, f."sourceId" LIMIT ${limit}`
}
