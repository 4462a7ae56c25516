import { createHash } from 'node:crypto'
import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { writeOpml, type OpmlFeed, type OpmlFolder } from '#lib/documents/write/write-opml.ts'
import { listFolders } from '#lib/store/organising/folders.ts'
import type { StoredFeed } from '#lib/store/outputs/output-feeds.ts'
import { listPlacePostings } from '#lib/store/lists/place-postings.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { keptAMinute } from './answer-feed.ts'
import { discreet, plainAnswer } from './plain-answer.ts'

/** The sources of a list, as a list for other readers: names and addresses alone, nothing that is set for them. */
export async function answerOpml(request: Request, feed: StoredFeed, now: number): Promise<Response> {
  const list = await listOf(feed, now)
  if (list === null) return plainAnswer(404)
  const text = (await inSlices(writeOpml({ ...list, title: feed.name }), (line) => line)).join('\n')
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  const headers = { ...discreet, ...keptAMinute, etag }
  const given = request.headers.get('if-none-match') ?? ''
  if (given.trim() === '*' || given.includes(etag)) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'text/x-opml; charset=utf-8' } })
}

type List = Omit<OpmlFolder, 'title'>

async function listOf({ subscriberId, listed, mostEntries }: StoredFeed, now: number): Promise<List | null> {
  const subscriptions = await listSubscriptions(serverDatabase(), subscriberId)
  const shown = subscriptions.filter(
    ({ isMuted, isApart }) => !isMuted && !(listed.kind === 'all' && isApart),
  )
  if (listed.kind === 'all') return inFolders(subscriberId, shown, null)
  if (listed.kind === 'folder') return inFolders(subscriberId, shown, listed.folderId)
  if (listed.kind === 'label')
    return { feeds: shown.filter(({ labelIds }) => labelIds.includes(listed.labelId)).map(toFeed) }
  return ofPostings(subscriberId, listed, { subscriptions, limit: mostEntries, now })
}

async function inFolders(
  subscriberId: string,
  subscriptions: readonly SubscriptionItem[],
  topId: number | null,
): Promise<List> {
  const folders = await listFolders(serverDatabase(), subscriberId)
  const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId)
  const feedsIn = Map.groupBy(subscriptions, ({ folderId }) => folderId)
  const contentsOf = (id: number | null): List => ({
    folders: (foldersIn.get(id) ?? []).map((folder) => ({ title: folder.name, ...contentsOf(folder.id) })),
    feeds: (feedsIn.get(id) ?? []).map(toFeed),
  })
  return contentsOf(topId)
}

/** Of stars and views: the sources of what the feed shows. */
async function ofPostings(
  subscriberId: string,
  place: FeedPlace,
  asked: {
    readonly subscriptions: readonly SubscriptionItem[]
    readonly limit: number
    readonly now: number
  },
): Promise<List | null> {
  const postings = await listPlacePostings(serverDatabase(), subscriberId, place, {
    ...asked,
    hasCopies: true,
  })
  if (postings === null) return null
  const told = new Set(postings.map(({ sourceId }) => sourceId))
  return { feeds: asked.subscriptions.filter(({ sourceId }) => told.has(sourceId)).map(toFeed) }
}

function toFeed({ url, title, siteUrl }: SubscriptionItem): OpmlFeed {
  return { url, title, siteUrl }
}
