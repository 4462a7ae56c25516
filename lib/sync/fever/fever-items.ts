import { firstFitting } from '#lib/store/lists/fitting-texts.ts'
import { countReaderItems, listReaderItems, type ReaderItem } from '#lib/store/sync/reader-items.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { listReaderSources, type ReaderSource } from '#lib/store/sync/reader-sources.ts'
import { listReaderIds, type ReaderQuery } from '#lib/store/sync/reader-streams.ts'
import { seeAllStored } from '#lib/store/sync/see-all-stored.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { topId } from '#lib/sync/top-folder.ts'

const pageSize = 50
/** Of `with_ids`, in characters: fifty numbers with white space between, and much that is none. */
const longestNamed = 10_000
/** More ids than anybody has unread. */
const mostIds = 1_000_000

const page: Omit<ReaderQuery, 'order' | 'after' | 'limit'> = {
  streams: [{ kind: 'all' }],
  within: [],
  without: [],
  foundFrom: null,
  foundThrough: null,
}

/**
 * Fifty postings at most, fewer where their texts are too long for one answer (apps ask on from the last one, or again for what they
 * miss): above a number, rising; below one, falling (0 or one that is too large: the newest); or those that
 * are named. `feed_ids` and `group_ids`, which FreshRSS added, keep those of some sources and folders alone.
 */
export async function feverItems(call: SyncCall): Promise<object> {
  const { parameters, database } = call
  const named = parameters.one('with_ids')
  if (named === null) await seeAllStored(database)
  const sourceIds = await wantedSources(call)
  const ids =
    named === null ? await pageIds(call, sourceIds) : idsIn(named.slice(0, longestNamed)).slice(0, pageSize)
  const fitting = await firstFitting(database, subscriberOf(call), ids, 'shown')
  const items = await listReaderItems(database, subscriberOf(call), fitting)
  return {
    items: items.filter(({ sourceId }) => sourceIds?.includes(sourceId) ?? true).map(feverItem),
    total_items: await countReaderItems(database, subscriberOf(call)),
  }
}

/** The sources that `feed_ids` and `group_ids` name together; null: neither was sent, or group 0, which is Fever's name for all. */
async function wantedSources(call: SyncCall): Promise<readonly number[] | null> {
  const feeds = call.parameters.one('feed_ids')
  const groups = call.parameters.one('group_ids')
  if (feeds === null && groups === null) return null
  const feedIds = new Set(idsIn(feeds ?? '').map(Number))
  const groupIds = new Set(idsIn(groups ?? '').map(Number))
  if (groupIds.has(0)) return null
  const sources = await listReaderSources(call.database, subscriberOf(call))
  const isInGroup = ({ folderId, isMuted }: ReaderSource) => !isMuted && groupIds.has(folderId ?? topId)
  return sources
    .filter((source) => feedIds.has(source.sourceId) || isInGroup(source))
    .map(({ sourceId }) => sourceId)
}

async function pageIds(
  { parameters, database, access }: SyncCall,
  sourceIds: readonly number[] | null,
): Promise<bigint[]> {
  const wanted =
    sourceIds === null ? page : { ...page, streams: [{ kind: 'sources' as const, ids: sourceIds }] }
  const since = numberIn(parameters.one('since_id'))
  const below = numberIn(parameters.one('max_id'))
  const query: ReaderQuery =
    below === null
      ? { ...wanted, order: 'oldest', after: since ?? 0n, limit: pageSize }
      : { ...wanted, order: 'newest', after: below === 0n ? null : below, limit: pageSize }
  return listReaderIds(database, access.subscriber.id, query)
}

/** All unread, or all saved, as one string of numbers with commas; empty where there are none. */
export async function listIds(call: SyncCall, name: 'unread_item_ids' | 'saved_item_ids'): Promise<object> {
  const isUnread = name === 'unread_item_ids'
  const streams: ReaderStream[] = [{ kind: isUnread ? 'all' : 'starred' }]
  await seeAllStored(call.database)
  const ids = await listReaderIds(call.database, subscriberOf(call), {
    ...page,
    streams,
    without: isUnread ? [{ kind: 'read' }] : [],
    order: 'newest',
    after: null,
    limit: mostIds,
  })
  return { [name]: ids.join(',') }
}

function feverItem(item: ReaderItem) {
  return {
    id: Number(item.id),
    feed_id: item.sourceId,
    title: item.title,
    author: item.author ?? '',
    html: item.html,
    url: item.url ?? item.siteUrl ?? item.sourceUrl,
    is_saved: item.isStarred ? 1 : 0,
    is_read: item.isRead ? 1 : 0,
    created_on_time: Math.floor((item.publishedAt ?? item.foundAt).getTime() / 1000),
  }
}

/** More ids than anybody has sources; a form has room for two million, which take a second to read. */
const mostNamed = 100_000

function idsIn(text: string): bigint[] {
  return text.split(',', mostNamed).flatMap((each) => numberIn(each.trim()) ?? [])
}

/** Below the ceiling of a 64-bit integer; what is beyond means "the newest". Null: no number. */
function numberIn(text: string | null): bigint | null {
  if (text === null || !/^\d{1,30}$/.test(text)) return null
  const value = BigInt(text)
  return value > 2n ** 62n ? 2n ** 62n : value
}
