import type { SourcePlan } from '#lib/policy/types.ts'
import type { Database } from './database.ts'
import { toSourcePlan } from './plan-rows.ts'

/** The plans in force of all sources that somebody subscribes to, by rising source id. */
export async function listPlansInForce(database: Database): Promise<SourcePlan[]> {
  const rows = await database.plan.findMany({
    where: { inForceOf: { subscriptions: { some: {} } } },
    orderBy: { sourceId: 'asc' },
  })
  return rows.map(toSourcePlan)
}
