import { createHash } from 'node:crypto'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { fittingAnswers } from '#lib/store/lists/fitting-texts.ts'
import { inPieces } from '#lib/store/connection/in-pieces.ts'
import { listReaderItems, type ReaderItem } from '#lib/store/sync/reader-items.ts'
import { listReaderSources } from '#lib/store/sync/reader-sources.ts'
import { listReaderEntries } from '#lib/store/sync/reader-streams.ts'
import { seeAllStored } from '#lib/store/sync/see-all-stored.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { json, streamedJson } from './answer.ts'
import { instantText, invalid, userNumber, type MinifluxCall } from './call.ts'
import { readCategories, type Categories } from './categories.ts'
import { enclosureMaker } from './enclosures.ts'
import { feedOf } from './feeds.ts'
import { flagIn, numberIn, readListing, type MinifluxPlace } from './listing.ts'
import { noEntry, requireEntry } from './require-entry.ts'

/** Postings in the form of Miniflux, made with what their feeds and their labels are. */
type ToEntries = (items: readonly ReaderItem[]) => Promise<ReturnType<typeof entryOf>[]>

/** Entries of all, of a feed or of a category: a part of them by its place, and how many there are. */
export async function listEntries(call: MinifluxCall, place: MinifluxPlace = {}): Promise<Response> {
  const { listing, categories, search, isDear } = await readListing(call, place)
  if (isDear) await waitForTurn(call.request, subscriberOf(call))
  const only = search === null ? null : await call.doors.search(subscriberOf(call), search, call.request)
  const wanted = { ...listing, only }
  await seeAllStored(call.database)
  const { ids, total } = await listReaderEntries(call.database, subscriberOf(call), wanted)
  const groups = await fittingAnswers(call.database, subscriberOf(call), ids, 'shown')
  return streamedJson(partsOf(call, { groups, total, toEntries: entryMaker(call, categories) }))
}

type Page = {
  readonly groups: readonly (readonly bigint[])[]
  readonly total: number
  readonly toEntries: ToEntries
}

/** Never less than was asked for, whose place in the list apps count on from: what does not fit into memory together is sent part by part. */
async function* partsOf(call: MinifluxCall, { groups, total, toEntries }: Page): AsyncGenerator<string> {
  yield `{"total":${total},"entries":[`
  let separator = ''
  for (const group of groups) {
    const items = await inPieces(group, (piece) => readItems(call, piece))
    if (items.length === 0) continue
    yield separator + (await toEntries(items)).map((entry) => JSON.stringify(entry)).join(',')
    separator = ','
  }
  yield ']}'
}

/** Of all, the numbers of entries alone, the newest first: by them an app learns what is unread and what has a star. */
export async function listEntryIds(call: MinifluxCall): Promise<Response> {
  const { query } = call
  const status = query.get('status')
  const starred = query.get('starred')
  if (status !== null && status !== 'read' && status !== 'unread') throw invalid(call, 'status')
  if (starred !== null && starred !== 'true' && starred !== 'false') throw invalid(call, 'starred')
  await waitForTurn(call.request, subscriberOf(call))
  const limit = numberIn(query.get('limit')) ?? 0
  await seeAllStored(call.database)
  const { ids, total } = await listReaderEntries(call.database, subscriberOf(call), {
    streams: [{ kind: flagIn(starred) === true ? 'starred' : 'all' }],
    within: status === 'read' ? [{ kind: 'read' }] : [],
    without: [
      ...(status === 'unread' ? [{ kind: 'read' } as const] : []),
      ...(flagIn(starred) === false ? [{ kind: 'starred' } as const] : []),
    ],
    ids: unbound,
    published: unbound,
    changed: unbound,
    only: null,
    order: 'id',
    isFalling: true,
    offset: Math.max(0, numberIn(query.get('offset')) ?? 0),
    limit: limit > 0 ? Math.min(limit, mostIds) : mostIds,
  })
  return json({ total, entry_ids: ids.map(Number) })
}

const unbound = { above: null, below: null }
const mostIds = 10_000

/** One entry; where the path names a feed or a category, only of that one. */
export async function showEntry(
  call: MinifluxCall,
  place: MinifluxPlace & { readonly id: number },
): Promise<Response> {
  const item = await requireEntry(call, place.id)
  const categories = await readCategories(call)
  const isElsewhere =
    (place.feedId !== undefined && place.feedId !== item.sourceId) ||
    (place.categoryId !== undefined && place.categoryId !== categories.ofFolder(item.folderId).id)
  if (isElsewhere) throw noEntry()
  const [entry] = await entryMaker(call, categories)([item])
  return json(entry)
}

function readItems(call: MinifluxCall, ids: readonly bigint[]): Promise<ReaderItem[]> {
  return listReaderItems(call.database, subscriberOf(call), ids)
}

function entryMaker(call: MinifluxCall, categories: Categories): ToEntries {
  return async (items) => {
    const sourceIds = [...new Set(items.map(({ sourceId }) => sourceId))]
    const [sources, enclosuresOf] = await Promise.all([
      listReaderSources(call.database, subscriberOf(call), sourceIds),
      enclosureMaker(call, items),
    ])
    const feeds = new Map(sources.map((source) => [source.sourceId, feedOf(call, source, categories)]))
    const feedOfItem = (item: ReaderItem) => {
      const left = { ...item, title: item.sourceTitle, url: item.sourceUrl, fullText: false }
      return feeds.get(item.sourceId) ?? feedOf(call, left, categories)
    }
    return items.map((item) =>
      entryOf(call, item, {
        feed: feedOfItem(item),
        tags: categories.names.labelNames(item.labelIds),
        enclosures: enclosuresOf(item),
      }),
    )
  }
}

type Beside = {
  readonly feed: ReturnType<typeof feedOf>
  readonly tags: readonly string[]
  readonly enclosures: ReturnType<Awaited<ReturnType<typeof enclosureMaker>>>
}

function entryOf(call: MinifluxCall, item: ReaderItem, beside: Beside) {
  return {
    id: Number(item.id),
    user_id: userNumber(call),
    feed_id: item.sourceId,
    status: item.isRead ? 'read' : 'unread',
    hash: createHash('sha256').update(String(item.id)).digest('hex'),
    title: item.title,
    url: item.url ?? item.siteUrl ?? item.sourceUrl,
    comments_url: '',
    language: item.language ?? '',
    published_at: instantText(item.publishedAt ?? item.foundAt),
    created_at: instantText(item.foundAt),
    changed_at: instantText(item.changedAt),
    content: item.html,
    author: item.author ?? '',
    share_code: '',
    starred: item.isStarred,
    reading_time: readingMinutes(item.html),
    ...beside,
  }
}

/** 265 words a minute, of six signs each; a rough figure, as tags count as text. */
const signsAMinute = 1_590

/** The minutes that a text takes to read. */
export function readingMinutes(html: string): number {
  return Math.ceil(html.length / signsAMinute)
}
