import { systemClock } from '#lib/clock.ts'
import type { Database } from '#lib/store/database.ts'
import { notify } from '#lib/store/notify.ts'
import { setWeightFactor } from '#lib/store/source-weights.ts'
import { replanSources } from './learn.ts'

/** Sources planned in one transaction, so that none takes long. */
const plannedTogether = 200

/**
 * Sets the admin's factor of sources and plans them anew at once, then wakes the aggregator, which plans all sources
 * where this moved too much of the budget. Unknown ids are passed over. Returns how many sources were changed.
 */
export async function changeWeights(
  database: Database,
  ids: readonly number[],
  weightFactor: number,
): Promise<number> {
  const changed = await setWeightFactor(database, ids, weightFactor)
  await replanInParts(database, changed)
  if (changed.length > 0) await notify(database, { type: 'plan' })
  return changed.length
}

/** Plans sources anew, some hundred at a time. */
export async function replanInParts(database: Database, sourceIds: readonly number[]): Promise<void> {
  for (let start = 0; start < sourceIds.length; start += plannedTogether) {
    await replanSources({ database, clock: systemClock }, sourceIds.slice(start, start + plannedTogether))
  }
}
