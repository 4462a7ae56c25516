import type { OfflinePostings } from '#lib/api/offline.ts'
import type { Database } from './database.ts'
import { findPostings } from './posting-details.ts'
import { listPostings } from './postings.ts'

const newest = { show: 'all', starred: false, later: false, order: 'newest' } as const
/** Edits and texts of pages are dated when they are read and seen when they are stored, before a lease ends; clocks differ a little. */
const overlapMs = 5 * 60_000

type OfflineRequest = {
  readonly count: number
  /** The postings whose texts the device holds, and when it was last answered, as that answer says; null: nothing. */
  readonly held: { readonly ids: ReadonlySet<string>; readonly since: Date } | null
}

/**
 * The newest postings of a subscriber, for a device to keep. Texts come with those that it does not hold and those that
 * were edited, or whose page was read, since: a source that was subscribed to since then brings postings that were found long before.
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
  const changedFrom = held === null ? -Infinity : held.since.getTime() - overlapMs
  const isHeld = (id: string) => held?.ids.has(id) === true
  const loaded = await listLoadedSince(
    database,
    postings.flatMap(({ id }) => (isHeld(id) ? [BigInt(id)] : [])),
    changedFrom,
  )
  const wanted = postings.filter(
    ({ id, editedAt }) =>
      !isHeld(id) || loaded.has(id) || (editedAt !== null && Date.parse(editedAt) >= changedFrom),
  )
  const ids = wanted.map(({ id }) => BigInt(id))
  const texts = ids.length === 0 ? [] : await findPostings(database, subscriberId, ids, now)
  return { userId: subscriberId, asOfId, readAt: new Date(now).toISOString(), postings, texts }
}

/** Which of the postings got the text of their page at an instant or after it. */
async function listLoadedSince(
  database: Database,
  ids: readonly bigint[],
  from: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await database.postingFullText.findMany({
    where: { postingId: { in: [...ids] }, fetchedAt: { gte: new Date(from) } },
    select: { postingId: true },
  })
  return new Set(rows.map(({ postingId }) => postingId.toString()))
}
