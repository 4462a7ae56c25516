import type { Changer, PublisherLimit } from '#lib/store/ground/change-log.ts'
import { changeHostWithin } from '#lib/store/hosts/change-host.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { replanChanged } from './change-weights.ts'

/** Stores what an admin says that a host asks for, and plans its sources anew at once. */
export async function changePublisherLimit(
  database: Database,
  limit: PublisherLimit,
  by: Changer,
): Promise<void> {
  await change(database, limit.host, limit, by)
}

/** Takes an admin's word on a host back, and plans its sources anew at once. @returns whether there was one */
export async function withdrawPublisherLimit(
  database: Database,
  host: string,
  by: Changer,
): Promise<boolean> {
  return change(database, host, null, by)
}

async function change(database: Database, host: string, limit: PublisherLimit | null, by: Changer) {
  const sourceIds = await database.$transaction((transaction) =>
    changeHostWithin(transaction, { host, limit }, by),
  )
  if (sourceIds === null) return false
  await replanChanged(database, sourceIds)
  return true
}
