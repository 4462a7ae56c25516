import type { Changer } from '#lib/store/change-log.ts'
import type { Database } from '#lib/store/database.ts'
import { notify } from '#lib/store/notify.ts'
import { revertChange, type Reverted } from '#lib/store/revert-change.ts'
import { replanChanged } from './change-weights.ts'

/** Takes a change of the log back; what depends on it is planned anew, and the aggregators are woken. */
export async function takeBack(database: Database, id: bigint, by: Changer): Promise<Reverted['kind']> {
  const result = await revertChange(database, id, by)
  if (result.kind !== 'reverted') return result.kind
  await replanChanged(database, result.sourceIds)
  if (result.what === 'settings') {
    await notify(database, { type: 'plan' })
    await notify(database, { type: 'due' })
  }
  return result.kind
}
