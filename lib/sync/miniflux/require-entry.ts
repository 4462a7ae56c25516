import { ApiError } from '#lib/api/http/errors.ts'
import { listReaderItems, type ReaderItem } from '#lib/store/sync/reader-items.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import type { MinifluxCall } from './call.ts'

/** A posting that the caller may read. @throws ApiError not_found */
export async function requireEntry(call: MinifluxCall, id: number): Promise<ReaderItem> {
  const [item] = await listReaderItems(call.database, subscriberOf(call), [BigInt(id)])
  if (item === undefined) throw noEntry()
  return item
}

/** For a posting that is not the caller's, or not in what the path names. */
export function noEntry(): ApiError {
  return new ApiError('not_found', 'noPosting')
}
