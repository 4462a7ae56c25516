import type { Database } from '#lib/store/connection/database.ts'

/** Plans a source without putting the plan in force. */
export async function addPlan(
  database: Database,
  sourceId: number,
  weight: number,
  ratePerDay: number,
  madeAt: number,
): Promise<void> {
  const plan = {
    policy: 'price',
    policyVersion: '1',
    pollsPerDay: 1,
    pattern: [],
    carry: 0,
    predictedDelayMs: 0,
  }
  const limits = { minIntervalMs: 1, maxStalenessMs: 1 }
  await database.plan.create({
    data: { ...plan, ...limits, weight, ratePerDay, madeAt: new Date(madeAt), sourceId },
  })
}
