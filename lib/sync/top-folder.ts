import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { listReaderSources, type ReaderSource } from '#lib/store/sync/reader-sources.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'

/**
 * By Miniflux and Fever each feed is in a category or group: Read You ends its whole sync at one that is in none. Those in no folder are
 * in this one, which no folder will ever have the number of.
 */
export const topId = 2 ** 31 - 1

/** The postings of what is in no folder, without those of muted sources, as in all doors. */
export async function topStream(call: Pick<SyncCall, 'database' | 'access'>): Promise<ReaderStream> {
  const sources = await listReaderSources(call.database, subscriberOf(call))
  const isAtTop = ({ folderId, isMuted }: ReaderSource) => folderId === null && !isMuted
  return { kind: 'sources', ids: sources.filter(isAtTop).map(({ sourceId }) => sourceId) }
}
