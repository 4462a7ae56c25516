import type { RuleResult, WeightRule } from '#lib/api/server/weight-rule.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Changer } from '#lib/store/ground/change-log.ts'
import { changeOverride } from '#lib/store/sources/change-source.ts'
import { changeFactors, factorsByRule, oneFactor } from '#lib/store/sources/change-weights.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { replanSources, singlyPlanned } from './plan-all.ts'
import { planAfter } from './plan-after.ts'

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
  const { sourceIds } = await database.$transaction((transaction) =>
    changeFactors(transaction, oneFactor(ids, weightFactor), by),
  )
  await replanWeighed(database, sourceIds)
  return sourceIds.length
}

/** `changeWeights` for all sources that a filter finds. */
export async function changeWeightsByRule(
  database: Database,
  rule: WeightRule,
  by: Changer,
): Promise<RuleResult> {
  const factors = await factorsByRule(database, rule, systemClock.now())
  const { entryId, sourceIds } = await database.$transaction(
    (transaction) => changeFactors(transaction, factors, by),
    { timeout: 60_000 },
  )
  await replanWeighed(database, sourceIds)
  return { changed: sourceIds.length, entryId: entryId === null ? null : String(entryId) }
}

/** Fixes how one source is polled, whatever its weight, and plans it anew at once. Unknown ids are passed over. */
export async function fixPolling(
  database: Database,
  change: Parameters<typeof changeOverride>[1],
  by: Changer,
): Promise<void> {
  const isThere = await database.$transaction((transaction) => changeOverride(transaction, change, by))
  if (isThere) await replanChanged(database, [change.id])
}

/** Plans sources anew whose weights were changed: where they are many, an aggregator plans all. */
export async function replanWeighed(database: Database, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length <= singlyPlanned) await replanChanged(database, sourceIds)
  else await planAfter(() => notify(database, { type: 'plan' }))
}

/** Plans sources anew after a change that is stored, and wakes the aggregator, which plans all where that moved too much of the budget. */
export async function replanChanged(database: Database, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return
  await planAfter(async () => {
    await replanSources({ database, clock: systemClock }, sourceIds)
    await notify(database, { type: 'plan' })
  })
}
