import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import { markLastChange } from './last-change.ts'
import type { PreviewedPlan } from '#lib/policy/preview/share-plans.ts'

/** As JSON, in the same order; null: no plans. */
type Columns = {
  readonly ids: string | null
  readonly weights: string | null
  readonly rates: string | null
  readonly windows: string | null
  readonly pollsRoots: string | null
  readonly delayRoots: string | null
}

/** Of a plan that says nothing of its hours, by its pattern, as if its readers were always there. */
const root = Prisma.sql`(SELECT avg(sqrt(share)) / nullif(sqrt(avg(share)), 0) FROM unnest(p."pattern") AS share)`

/**
 * The plans in force of all sources that somebody subscribes to and that are not paused, by rising source id, as far as previews look at
 * them. Where there are very many, they may be a minute or two old. As JSON of columns without patterns, which the database's processes
 * make together: objects of rows with arrays take 10 times as long (100,000 rows: 7 s). Sorted here: in SQL it would be on the disk.
 */
export const listPlansInForce = keepCostly((database: Database) => readPlans(database, isUnpaused), {
  readMark: markLastChange,
})

/** The same of one source, paused or not; null: it has no plan, or nobody subscribes to it. */
export async function findPlanInForce(database: Database, sourceId: number): Promise<PreviewedPlan | null> {
  return (await readPlans(database, Prisma.sql`s."id" = ${sourceId}`))[0] ?? null
}

async function readPlans(database: Database, condition: Prisma.Sql): Promise<readonly PreviewedPlan[]> {
  const [row] = await database.$queryRaw<Columns[]>`
    SELECT to_json(array_agg(p."sourceId"))::text AS "ids", to_json(array_agg(p."weight"))::text AS "weights",
      to_json(array_agg(p."ratePerDay"))::text AS "rates", to_json(array_agg(p."windowSize"))::text AS "windows",
      to_json(array_agg(CASE WHEN p."pollsRoot" IS NULL THEN ${root} ELSE p."pollsRoot" END))::text AS "pollsRoots",
      to_json(array_agg(CASE WHEN p."delayRoot" IS NULL THEN ${root} ELSE p."delayRoot" END))::text AS "delayRoots"
    FROM "source" s JOIN "plan" p ON p."id" = s."planId"
    JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0
    WHERE ${condition}`
  const ids = numbersOf(row?.ids)
  const weights = numbersOf(row?.weights)
  const rates = numbersOf(row?.rates)
  const windows = numbersOf(row?.windows)
  const polls = numbersOf(row?.pollsRoots)
  const delays = numbersOf(row?.delayRoots)
  const plans = ids.map((sourceId, index): PreviewedPlan => {
    const weight = weights[index] ?? 0
    const ratePerDay = rates[index] ?? 0
    const hours = { polls: polls[index] ?? 1, delay: delays[index] ?? 1 }
    return { sourceId: sourceId ?? 0, weight, ratePerDay, windowSize: windows[index] ?? null, hours }
  })
  return plans.sort((one, other) => one.sourceId - other.sourceId)
}

function numbersOf(json: string | null | undefined): readonly (number | null)[] {
  return JSON.parse(json ?? '[]') as (number | null)[] // written by the statement above
}
