import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const windowMs = 30 * DAY_MS

/** Sources and how late half and nine of ten of their postings were found, in the same order. */
type DelayRanking = {
  readonly ids: readonly number[]
  readonly mediansMs: readonly number[]
  readonly p90sMs: readonly number[]
}

/**
 * Rows of `sourceId`, `medianMs` and `p90Ms`, what sorting and filtering by delay needs: those of `source_freshness`, or, until
 * these are counted for the first time, the same counted from the postings. A source that is newer than the last count has
 * none and comes last for that hour.
 */
export async function delayFigures(database: Database): Promise<Prisma.Sql> {
  if ((await database.sourceFreshness.findFirst({ select: { sourceId: true } })) !== null)
    return Prisma.sql`"source_freshness"`
  const { ids, mediansMs, p90sMs } = await readDelayRanking(database)
  return Prisma.sql`(
    SELECT * FROM unnest(${[...ids]}::int[], ${[...mediansMs]}::float8[], ${[...p90sMs]}::float8[])
      AS r("sourceId", "medianMs", "p90Ms"))`
}

const delayMs = Prisma.sql`extract(epoch FROM g."foundAt" - g."publishedAt") * 1000`

/** It reads all postings of 30 days, so where they are very many it may be a minute or two old. */
const readDelayRanking = keepCostly(async (database: Database): Promise<DelayRanking> => {
  const rows = await database.$queryRaw<{ id: number; medianMs: number; p90Ms: number }[]>`
    SELECT g."sourceId" AS "id",
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY ${delayMs}))::float8 AS "medianMs",
      (percentile_disc(0.9) WITHIN GROUP (ORDER BY ${delayMs}))::float8 AS "p90Ms"
    FROM "posting" g
    WHERE g."foundAt" >= ${new Date(systemClock.now() - windowMs)} AND NOT g."isInitial" AND g."publishedAt" IS NOT NULL
    GROUP BY g."sourceId"`
  return {
    ids: rows.map(({ id }) => id),
    mediansMs: rows.map(({ medianMs }) => medianMs),
    p90sMs: rows.map(({ p90Ms }) => p90Ms),
  }
})
