import { systemClock } from '#lib/clock.ts'
import type { Database } from '#lib/store/database.ts'
import { removeHostWish, setHostWish, type HostWish } from '#lib/store/host-wishes.ts'
import { notify } from '#lib/store/notify.ts'
import { replanInParts } from './change-weights.ts'

/** Stores what an admin says that a host wishes, and plans its sources anew at once. */
export async function changeHostWish(database: Database, wish: HostWish): Promise<void> {
  await replan(database, await setHostWish(database, wish, systemClock.now()))
}

/** Takes an admin's word on a host back, and plans its sources anew at once. @returns whether there was one */
export async function withdrawHostWish(database: Database, host: string): Promise<boolean> {
  const sourceIds = await removeHostWish(database, host, systemClock.now())
  if (sourceIds === null) return false
  await replan(database, sourceIds)
  return true
}

async function replan(database: Database, sourceIds: readonly number[]): Promise<void> {
  await replanInParts(database, sourceIds)
  if (sourceIds.length > 0) await notify(database, { type: 'plan' })
}
