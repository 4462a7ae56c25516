import { systemClock } from '#lib/clock.ts'
import type { Changer } from '#lib/store/change-log.ts'
import { changeFactors, oneFactor } from '#lib/store/change-weights.ts'
import type { Database } from '#lib/store/database.ts'
import { notify } from '#lib/store/notify.ts'
import { replanSources } from './learn.ts'

/** Sources planned in one transaction, so that none takes long. */
const plannedTogether = 200
/** So many are planned before the answer; the aggregator, which is woken, plans all where this moved too much. */
const plannedAtOnce = 10_000

/**
 * Sets the admin's factor of sources and plans them anew at once, then wakes the aggregator, which plans all sources
 * where this moved too much of the budget. Unknown ids are passed over. Returns how many sources were changed.
 */
export async function changeWeights(
  database: Database,
  ids: readonly number[],
  weightFactor: number,
  by: Changer,
): Promise<number> {
  const changed = await database.$transaction((transaction) =>
    changeFactors(transaction, oneFactor(ids, weightFactor), by),
  )
  await replanChanged(database, changed)
  return changed.length
}

/** Plans sources anew whose weights were changed. */
export async function replanChanged(database: Database, sourceIds: readonly number[]): Promise<void> {
  await replanInParts(database, sourceIds.slice(0, plannedAtOnce))
  if (sourceIds.length > 0) await notify(database, { type: 'plan' })
}

/** Plans sources anew, some hundred at a time. */
export async function replanInParts(database: Database, sourceIds: readonly number[]): Promise<void> {
  for (let start = 0; start < sourceIds.length; start += plannedTogether) {
    await replanSources({ database, clock: systemClock }, sourceIds.slice(start, start + plannedTogether))
  }
}
