import { firstFitting } from '#lib/store/fitting-texts.ts'
import { countReaderItems, listReaderItems, type ReaderItem } from '#lib/store/reader-items.ts'
import type { ReaderStream } from '#lib/store/reader-members.ts'
import { listReaderIds, type ReaderQuery } from '#lib/store/reader-streams.ts'
import { subscriberOf, type SyncCall } from './doors.ts'

const pageSize = 50
/** More ids than anybody has unread. */
const mostIds = 1_000_000

const page: Omit<ReaderQuery, 'order' | 'after' | 'limit'> = {
  ...{ streams: [{ kind: 'all' }], within: [], without: [] },
  ...{ foundFrom: null, foundThrough: null },
}

/**
 * Fifty postings at most, fewer where their texts are too long for one answer (apps ask on from the last one, or again for what they
 * miss): above a number, rising; below one, falling (0 or one that is too large: the newest); or those that
 * are named.
 */
export async function feverItems(call: SyncCall): Promise<object> {
  const { parameters, database } = call
  const named = parameters.one('with_ids')
  const ids = named === null ? await pageIds(call) : idsIn(named).slice(0, pageSize)
  const fitting = await firstFitting(database, subscriberOf(call), ids, 'shown')
  const items = await listReaderItems(database, subscriberOf(call), fitting)
  return {
    items: items.map(feverItem),
    total_items: await countReaderItems(database, subscriberOf(call)),
  }
}

async function pageIds({ parameters, database, access }: SyncCall): Promise<bigint[]> {
  const since = numberIn(parameters.one('since_id'))
  const below = numberIn(parameters.one('max_id'))
  const query: ReaderQuery =
    below === null
      ? { ...page, order: 'oldest', after: since ?? 0n, limit: pageSize }
      : { ...page, order: 'newest', after: below === 0n ? null : below, limit: pageSize }
  const refs = await listReaderIds(database, access.subscriber.id, query)
  return refs.map(({ id }) => id)
}

/** All unread, or all saved, as one string of numbers with commas; empty where there are none. */
export async function listIds(call: SyncCall, name: 'unread_item_ids' | 'saved_item_ids'): Promise<object> {
  const isUnread = name === 'unread_item_ids'
  const streams: ReaderStream[] = [{ kind: isUnread ? 'all' : 'starred' }]
  const refs = await listReaderIds(call.database, subscriberOf(call), {
    ...page,
    ...{ streams, without: isUnread ? [{ kind: 'read' }] : [] },
    ...{ order: 'newest', after: null, limit: mostIds },
  })
  return { [name]: refs.map(({ id }) => id).join(',') }
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

function idsIn(text: string): bigint[] {
  return text.split(',').flatMap((each) => numberIn(each.trim()) ?? [])
}

/** Below the ceiling of a 64-bit integer; what is beyond means "the newest". Null: no number. */
function numberIn(text: string | null): bigint | null {
  if (text === null || !/^\d{1,30}$/.test(text)) return null
  const value = BigInt(text)
  return value > 2n ** 62n ? 2n ** 62n : value
}
