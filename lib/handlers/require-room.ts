import { ApiError } from '#lib/api/http/errors.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { storedMbIfFull } from '#lib/store/postings/stored-bytes.ts'

/** The megabytes that an account may keep where it keeps as many already; null: there is room. */
export async function fullAt(subscriberId: string, isExact = false): Promise<number | null> {
  return storedMbIfFull(serverDatabase(), subscriberId, isExact)
}

/** @throws ApiError storage_full where an account has no room for more of its own */
export async function requireRoom(subscriberId: string): Promise<void> {
  const most = await fullAt(subscriberId)
  if (most !== null) throw new ApiError('storage_full', 'storageFull', { values: { most } })
}
