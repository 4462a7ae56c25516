import type { Changer } from '#lib/store/ground/change-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { revertChange, type Reverted } from '#lib/store/sources/revert-change.ts'
import { replanChanged, replanWeighed } from '#lib/planning/change-weights.ts'
import { planAfter } from '#lib/planning/plan-after.ts'

/** Takes a change of the log back; what depends on it is planned anew, and the aggregators are woken. */
export async function takeBack(database: Database, id: bigint, by: Changer): Promise<Reverted['kind']> {
  const result = await revertChange(database, id, by)
  if (result.kind !== 'reverted') return result.kind
  await (result.what === 'weights' ? replanWeighed : replanChanged)(database, result.sourceIds)
  if (result.what === 'settings') await planAfter(() => wake(database))
  return result.kind
}

/** A setting may be of the plans, or the pause of all polls. */
async function wake(database: Database): Promise<void> {
  await notify(database, { type: 'plan' })
  await notify(database, { type: 'due' })
}
