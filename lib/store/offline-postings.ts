import type { OfflinePostings } from '#lib/api/offline.ts'
import type { Database } from './database.ts'
import { findPostings } from './posting-details.ts'
import { listPostings } from './postings.ts'

const newest = { show: 'all', starred: false, later: false, order: 'newest' } as const
/** Edits are dated when their poll reads them and seen when it is stored, before its lease ends; clocks differ a little. */
const overlapMs = 5 * 60_000

type OfflineRequest = {
  readonly count: number
  /** The postings whose texts the device holds, and when it was last answered, as that answer says; null: nothing. */
  readonly held: { readonly ids: ReadonlySet<string>; readonly since: Date } | null
}

/**
 * The newest postings of a subscriber, for a device to keep. Texts come with those that it does not hold and those that
 * were edited since: a source that was subscribed to since then brings postings that were found long before.
 */
export async function readOfflinePostings(
  database: Database,
  subscriberId: string,
  { count, held }: OfflineRequest,
  now: number,
): Promise<OfflinePostings> {
  const { postings, asOfId } = await listPostings(database, subscriberId, newest, {
    after: null,
    limit: count,
    now,
  })
  const editedFrom = held === null ? -Infinity : held.since.getTime() - overlapMs
  const wanted = postings.filter(
    ({ id, editedAt }) =>
      held?.ids.has(id) !== true || (editedAt !== null && Date.parse(editedAt) >= editedFrom),
  )
  const ids = wanted.map(({ id }) => BigInt(id))
  const texts = ids.length === 0 ? [] : await findPostings(database, subscriberId, ids)
  return { userId: subscriberId, asOfId, readAt: new Date(now).toISOString(), postings, texts }
}
