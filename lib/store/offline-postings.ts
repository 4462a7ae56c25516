import type { OfflinePostings } from '#lib/api/offline.ts'
import type { PostingDetail } from '#lib/api/postings.ts'
import type { Database } from './database.ts'
import { findPosting, listPostings } from './postings.ts'

const newest = { show: 'all', starred: false, later: false, order: 'newest' } as const

/**
 * The newest postings of a subscriber, for a device to keep. Texts come with those that were found or edited since
 * `since` (null: with all).
 */
export async function readOfflinePostings(
  database: Database,
  subscriberId: string,
  { count, since }: { readonly count: number; readonly since: Date | null },
  now: number,
): Promise<OfflinePostings> {
  const { postings, asOfId } = await listPostings(database, subscriberId, newest, {
    after: null,
    limit: count,
    now,
  })
  const isNew = (instant: string | null) => since === null || (instant !== null && new Date(instant) >= since)
  const wanted = postings.filter(({ foundAt, editedAt }) => isNew(foundAt) || isNew(editedAt))
  const texts: PostingDetail[] = []
  for (const { id } of wanted) {
    const text = await findPosting(database, subscriberId, BigInt(id))
    if (text !== null) texts.push(text)
  }
  return { userId: subscriberId, asOfId, readAt: new Date(now).toISOString(), postings, texts }
}
