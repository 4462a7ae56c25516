import type { DelaySummary, SourceDelaySummary } from '#lib/api/sources/sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { markLastChange } from '#lib/store/planning/last-change.ts'
import { fastReaders, weightSql } from '#lib/store/planning/source-weights.ts'

const noDelays: DelaySummary = {
  count: 0,
  withoutExactTime: 0,
  meanMs: null,
  medianMs: null,
  p90Ms: null,
  maxMs: null,
}

// date_part: extract counts in numeric, which takes three times as long.
const delayMs = Prisma.sql`(date_part('epoch', p."foundAt" - p."publishedAt") * 1000)`
const exact = Prisma.sql`FILTER (WHERE p."publishedAt" IS NOT NULL)`

/** Figures over postings `p`; percentiles are delays that occurred, as in charts and simulations: that share was found within. */
const figures = Prisma.sql`
  (count(*) ${exact})::int AS "count",
  (count(*) FILTER (WHERE p."publishedAt" IS NULL))::int AS "withoutExactTime",
  avg(${delayMs}) ${exact} AS "meanMs",
  percentile_disc(0.5) WITHIN GROUP (ORDER BY ${delayMs}) ${exact} AS "medianMs",
  percentile_disc(0.9) WITHIN GROUP (ORDER BY ${delayMs}) ${exact} AS "p90Ms",
  max(${delayMs}) ${exact} AS "maxMs"`

function within(minutes: number): Prisma.Sql {
  return Prisma.sql`avg((${delayMs} <= ${minutes * 60_000})::int::float8) ${exact}`
}

/** Delays of the postings that each of these sources found since then; first documents are left out. */
export async function summariseDelaysBySource(
  database: Database,
  sourceIds: readonly number[],
  since: number,
): Promise<Map<number, SourceDelaySummary>> {
  const rows = await database.$queryRaw<(SourceDelaySummary & { sourceId: number })[]>`
    SELECT p."sourceId", ${figures},
      ${within(5)} AS "within5", ${within(15)} AS "within15", ${within(60)} AS "within60" FROM "posting" p
    WHERE p."sourceId" = ANY(${[...sourceIds]}::int[]) AND p."foundAt" >= ${new Date(since)}
      AND p."shownAt" >= ${new Date(since)} -- shownAt is foundAt here, and indexed by source
      AND NOT p."isInitial"
    GROUP BY p."sourceId"`
  const none = { ...noDelays, within5: null, within15: null, within60: null }
  const bySource = new Map<number, SourceDelaySummary>(sourceIds.map((id) => [id, none]))
  for (const { sourceId, ...summary } of rows) bySource.set(sourceId, summary)
  return bySource
}

/**
 * Delays of all postings found since then, first documents left out; `weightedMeanMs` counts each posting by its
 * source's weight, null where that is 0 for all.
 */
export async function summarisePostingDelays(
  database: Database,
  since: number,
): Promise<DelaySummary & { readonly weightedMeanMs: number | null }> {
  const formula = await getSettings(database)
  const [row] = await database.$queryRaw<(DelaySummary & { weightedMeanMs: number | null })[]>`
    WITH weighted AS (
      SELECT s."id", ${weightSql(formula, Prisma.sql`l."subscribers"`, Prisma.sql`say."readers"`)} AS "weight"
      FROM "source" s JOIN ${listing} l ON l."sourceId" = s."id"
      LEFT JOIN ${fastReaders(formula, null)} say ON say."sourceId" = s."id"
    )
    SELECT ${figures}, (sum(${delayMs} * w."weight") ${exact} / nullif(sum(w."weight") ${exact}, 0)) AS "weightedMeanMs"
    FROM "posting" p JOIN weighted w ON w."id" = p."sourceId"
    WHERE p."foundAt" >= ${new Date(since)} AND NOT p."isInitial"`
  return row ?? { ...noDelays, weightedMeanMs: null }
}

/** The same of the 24 hours until now; where they hold very many postings, it may be some seconds old. */
export const summariseLastDay = keepCostly(
  async (database: Database, now: number) => {
    const since = now - DAY_MS
    return { ...(await summarisePostingDelays(database, since)), since }
  },
  { readMark: markLastChange },
)
