import type { Changer } from '#lib/store/change-log.ts'
import type { Database } from '#lib/store/database.ts'
import { notify } from '#lib/store/notify.ts'
import { revertChange, type Reverted } from '#lib/store/revert-change.ts'
import { replanChanged, replanWeighed } from './change-weights.ts'
import { planAfter } from './plan-after.ts'

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
