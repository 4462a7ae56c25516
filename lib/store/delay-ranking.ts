import { systemClock } from '#lib/clock.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { keepCostly } from './keep-costly.ts'

const windowMs = 30 * 86_400_000

/** Sources and the median delay of their postings, in the same order. */
type DelayRanking = { readonly ids: readonly number[]; readonly mediansMs: readonly number[] }

/**
 * Rows of `sourceId` and `medianMs`, what sorting and filtering by delay needs: those of `source_freshness`, or, until
 * these are counted for the first time, the same counted from the postings.
 */
export async function delayFigures(database: Database): Promise<Prisma.Sql> {
  if ((await database.sourceFreshness.findFirst({ select: { sourceId: true } })) !== null)
    return Prisma.sql`"source_freshness"`
  const { ids, mediansMs } = await readDelayRanking(database)
  return Prisma.sql`(
    SELECT * FROM unnest(${[...ids]}::int[], ${[...mediansMs]}::float8[]) AS r("sourceId", "medianMs"))`
}

/** It reads all postings of 30 days, so where they are very many it may be a minute or two old. */
const readDelayRanking = keepCostly(async (database: Database): Promise<DelayRanking> => {
  const [row] = await database.$queryRaw<{ ids: number[] | null; mediansMs: number[] | null }[]>`
    SELECT array_agg(d."id") AS "ids", array_agg(d."median") AS "mediansMs" FROM (
      SELECT g."sourceId" AS "id", (percentile_disc(0.5) WITHIN GROUP (
        ORDER BY extract(epoch FROM g."foundAt" - g."publishedAt") * 1000))::float8 AS "median"
      FROM "posting" g
      WHERE g."foundAt" >= ${new Date(systemClock.now() - windowMs)} AND NOT g."isInitial" AND g."publishedAt" IS NOT NULL
      GROUP BY g."sourceId"
    ) d`
  return { ids: row?.ids ?? [], mediansMs: row?.mediansMs ?? [] }
})
