import type { SourcePlan } from '#lib/policy/types.ts'
import type { Database } from './database.ts'
import { keepCostly } from './keep-costly.ts'

/** Sources read by one statement: its answer is one JSON text of some 20 MB. */
const sourcesPerStatement = 50_000

/**
 * The plans in force of all sources that somebody subscribes to, by rising source id. Where there are very many, they
 * may be a minute old. As JSON, because making objects of rows with arrays takes 10 times as long (100,000 rows: 7 s).
 */
export const listPlansInForce = keepCostly(async (database: Database): Promise<readonly SourcePlan[]> => {
  const plans: SourcePlan[] = []
  for (let after = 0; ;) {
    const [row] = await database.$queryRaw<{ plans: string | null }[]>`
      SELECT json_agg(n)::text AS "plans" FROM (
        SELECT p."sourceId", extract(epoch FROM p."madeAt") * 1000 AS "madeAt", p."policy", p."policyVersion",
          p."weight", p."ratePerDay", p."pollsPerDay", p."pattern", p."carry", p."predictedDelayMs",
          p."minIntervalMs", p."maxStalenessMs", p."windowSize"
        FROM "source" s JOIN "plan" p ON p."id" = s."planId"
        WHERE s."id" > ${after} AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")
        ORDER BY s."id" LIMIT ${sourcesPerStatement}
      ) n`
    const part = JSON.parse(row?.plans ?? '[]') as SourcePlan[]
    for (const plan of part) plans.push(plan)
    const last = part.at(-1)
    if (last === undefined || part.length < sourcesPerStatement) return plans
    after = last.sourceId
  }
})
