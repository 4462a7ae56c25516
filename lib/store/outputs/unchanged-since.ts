import { createHash } from 'node:crypto'
import type { FeedState } from '#lib/documents/write/output-delta.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { StoredFeed } from './output-feeds.ts'

const notedEveryMs = 60_000

/**
 * Since when a feed holds what it holds, in whole seconds: by what was seen of it when it was read before. Null within the
 * second in which it changed: it may change again in it, which nobody could tell by the date.
 */
export async function unchangedSince(
  database: Database,
  feed: Pick<StoredFeed, 'id' | 'name' | 'text' | 'heldHash' | 'heldAt' | 'lastReadAt'>,
  { tags }: FeedState,
  now: number,
): Promise<Date | null> {
  const content = JSON.stringify([feed.name, feed.text, tags])
  const heldHash = createHash('sha256').update(content).digest('base64url')
  const isSame = feed.heldHash === heldHash && feed.heldAt !== null
  const heldAt = isSame ? feed.heldAt : new Date(Math.floor(now / 1000) * 1000)
  const isNoted = feed.lastReadAt !== null && now - feed.lastReadAt.getTime() < notedEveryMs
  if (!isSame || !isNoted)
    await database.outputFeed.updateMany({
      where: { id: feed.id },
      data: { heldHash, heldAt, lastReadAt: new Date(now) },
    })
  return heldAt !== null && now - heldAt.getTime() >= 1000 ? heldAt : null
}
