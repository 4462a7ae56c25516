import { systemClock } from '#lib/clock.ts'
import type { Database } from './database.ts'
import { keepCostly } from './keep-costly.ts'

const windowMs = 30 * 86_400_000

/** Sources and the mean delay of their postings, in the same order. */
export type DelayRanking = { readonly ids: readonly number[]; readonly meansMs: readonly number[] }

/**
 * Mean delay of every source that found postings with an exact time in the last 30 days; what sorting by delay needs.
 * It reads all of these postings, so where they are very many it may be a minute or two old.
 */
export const readDelayRanking = keepCostly(async (database: Database): Promise<DelayRanking> => {
  const [row] = await database.$queryRaw<{ ids: number[] | null; meansMs: number[] | null }[]>`
    SELECT array_agg(d."id") AS "ids", array_agg(d."mean") AS "meansMs" FROM (
      SELECT g."sourceId" AS "id", (avg(extract(epoch FROM g."foundAt" - g."publishedAt")) * 1000)::float8 AS "mean"
      FROM "posting" g
      WHERE g."foundAt" >= ${new Date(systemClock.now() - windowMs)} AND NOT g."isInitial" AND g."publishedAt" IS NOT NULL
      GROUP BY g."sourceId"
    ) d`
  return { ids: row?.ids ?? [], meansMs: row?.meansMs ?? [] }
})
