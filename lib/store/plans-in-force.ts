import type { PreviewedPlan } from '#lib/policy/preview.ts'
import type { Database } from './database.ts'
import { keepCostly } from './keep-costly.ts'
import { listing } from './source-listing.ts'

type Row = Omit<PreviewedPlan, 'hours'> & {
  readonly pollsRoot: number | null
  readonly delayRoot: number | null
}

/**
 * The plans in force of all sources that somebody subscribes to and that are not paused, by rising source id, as far as previews look at
 * them. Where there are very many, they may be a minute old. As JSON without their patterns: making objects of rows with arrays takes
 * 10 times as long (100,000 rows: 7 s).
 */
export const listPlansInForce = keepCostly(async (database: Database): Promise<readonly PreviewedPlan[]> => {
  const [row] = await database.$queryRaw<{ plans: string | null }[]>`
    SELECT json_agg(n)::text AS "plans" FROM (
      SELECT p."sourceId", p."weight", p."ratePerDay", p."windowSize",
        coalesce(p."pollsRoot", o."root") AS "pollsRoot", coalesce(p."delayRoot", o."root") AS "delayRoot"
      FROM "source" s JOIN "plan" p ON p."id" = s."planId"
      JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0
      LEFT JOIN LATERAL ( -- of a plan that says nothing of its hours, by its pattern: hoursOf
        SELECT avg(sqrt(share)) / nullif(sqrt(avg(share)), 0) AS "root" FROM unnest(p."pattern") AS share
        WHERE p."pollsRoot" IS NULL
      ) o ON p."pollsRoot" IS NULL
      WHERE NOT s."isPaused" ORDER BY s."id"
    ) n`
  const rows = JSON.parse(row?.plans ?? '[]') as Row[]
  return rows.map(({ pollsRoot, delayRoot, ...plan }) => {
    return { ...plan, hours: { polls: pollsRoot ?? 1, delay: delayRoot ?? 1 } }
  })
})
