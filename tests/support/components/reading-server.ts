import type { Me } from '#lib/api/accounts/account.ts'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import { defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import { defaultListSettings } from '#lib/api/lists/list-defaults.ts'
import type { ListSettingsChange, ListSettings } from '#lib/api/lists/list-settings.ts'
import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import type { AssignLabelRequest, LabelItem } from '#lib/api/organising/organising.ts'
import type { PostingChange, PostingDetail } from '#lib/api/postings/postings.ts'
import { defaultReadingSettings, type ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import type { MarkRange, SearchNotes } from '#lib/api/lists/search.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { subscription } from './sample-answers.ts'
import { accountId, refusal, serve, type Call, type Routes, type StandInServer } from './stand-in-server.ts'

const minuteMs = 60_000

export const reader: Me = {
  id: 'u1',
  name: 'Rita Reader',
  email: 'rita@example.org',
  role: 'subscriber',
  language: null,
}

/** So many postings of a source, one a minute, the newest (`name` `count`) half an hour old; the newest first. */
export function postingsOf(
  { sourceId, title }: Pick<SubscriptionItem, 'sourceId' | 'title'>,
  count: number,
  others: Partial<PostingDetail> = {},
): PostingDetail[] {
  return Array.from({ length: count }, (_, index) => {
    const number = count - index
    const at = new Date(Date.now() - (30 + index) * minuteMs).toISOString()
    return {
      id: String(sourceId * 1000 + number),
      sourceId,
      sourceTitle: title,
      sourceIconUrl: null,
      language: 'en',
      title: `${title} ${number}`,
      url: `http://example.org/${title}/${number}`,
      author: null,
      excerpt: `The text of ${title}, number ${number}.`,
      imageUrl: null,
      clusterId: null,
      alsoIn: [],
      claimedAt: at,
      publishedAt: at,
      foundAt: at,
      shownAt: at,
      seenAt: null,
      editedAt: null,
      delay: { kind: 'exact', delayMs: 2 * minuteMs },
      isRead: false,
      isStarred: false,
      isLater: false,
      labelIds: [],
      html: `<p>The text of ${title}, number ${number}.</p>`,
      siteUrl: null,
      enclosures: [],
      fullText: null,
      prefersFullText: false,
      isSplit: false,
      previousPollAt: null,
      delayBounds: null,
      decisionReason: null,
      versions: [],
      clones: [],
      notes: null,
      ...others,
    }
  })
}

export type ReadingWorld = {
  readonly subscriptions: readonly SubscriptionItem[]
  /** The newest first. */
  readonly postings: readonly PostingDetail[]
  readonly folders?: readonly FolderItem[]
  readonly labels?: readonly LabelItem[]
  readonly lists?: ListSettings
}

export type ReadingServer = StandInServer & {
  /** The server finds a posting: the newest of all. Windows hear of it by `tellEvent` alone. */
  readonly publish: (posting: PostingDetail) => void
  /** Changes postings as another window would. */
  readonly change: (ids: readonly string[], parts: Partial<PostingDetail>) => void
  readonly posting: (title: string) => PostingDetail | undefined
  readonly unread: () => number
  readonly lists: () => ListSettings
  readonly readingSettings: () => ReadingSettings
}

/** A reader of one source, `name` 1 to `count`. */
export function oneSource(name: string, count: number): ReadingWorld {
  const only = subscription(1, name)
  return { subscriptions: [only], postings: postingsOf(only, count) }
}

/**
 * Stands in for the server behind the reading screen: it keeps what the screen changes, so that a screen that is drawn
 * anew shows what was stored. What the real one does by the same requests is tested in tests/api.
 */
export function serveReading(world: ReadingWorld, others: Routes = {}): ReadingServer {
  let postings = world.postings
  let { subscriptions } = world
  const { folders = [] } = world
  let labels = world.labels ?? []
  let lists = world.lists ?? defaultListSettings
  let reading: ReadingSettings = defaultReadingSettings
  const marked = new Map<string, readonly string[]>()
  const folderOf = (sourceId: number) =>
    subscriptions.find((each) => each.sourceId === sourceId)?.folderId ?? null
  const change = (ids: readonly string[], parts: Partial<PostingDetail>) => {
    postings = postings.map((each) => (ids.includes(each.id) ? { ...each, ...parts } : each))
  }
  const server = serve({
    'GET /me': { ...reader, id: accountId() },
    'GET /me/settings': { ...defaultSettings, isFirstFindSaid: true },
    'GET /api/auth/get-session': {},
    'GET /subscriptions': () => ({
      subscriptions: subscriptions.map((each) => ({ ...each, unread: bySource()[each.sourceId] ?? 0 })),
    }),
    'GET /folders': { folders },
    'GET /labels': () => ({ labels }),
    'POST /labels': ({ body }) => {
      const made = { ...(body as { name: string }), id: labels.length + 1, subscriptions: 0, postings: 0 }
      labels = [...labels, made]
      return made
    },
    'POST /labels/:id/assign': ({ id, body }) => {
      const { postingIds = [], isOn } = body as Partial<AssignLabelRequest>
      change(postingIds, { labelIds: isOn ? [Number(id)] : [] })
      return { changed: postingIds.length }
    },
    'GET /views': { views: [] },
    'GET /views/counts': { counts: {} },
    'GET /organising': { order: 'name', shown: 'all' },
    'GET /alerts': { alerts: [], unread: 0 },
    'GET /integrations': { integrations: [] },
    'GET /freshness/day': { medianMs: null, postings: 0 },
    'GET /list-settings': () => lists,
    'PATCH /list-settings': ({ body }) => (lists = changedLists(lists, body as ListSettingsChange)),
    'GET /reading-settings': () => reading,
    'PATCH /reading-settings': ({ body }) => (reading = { ...reading, ...(body as ReadingSettingsChange) }),
    'GET /counts': () => counts(),
    'GET /counts/all': () => ({ counts: counts(), fresh: { unread: 0 }, day: emptyDay() }),
    'GET /postings': ({ query }) => page(query),
    'GET /postings/:id': ({ id }) => postings.find((each) => each.id === id) ?? refusal('not_found'),
    'PATCH /postings/:id': ({ id, body }) => {
      const { isRead, isStarred, isLater } = body as PostingChange
      change([id], definedOf({ isRead, isStarred, isLater }))
    },
    'POST /postings/state': ({ body }) => {
      const { ids, ...parts } = body as { ids: string[] } & PostingChange
      change(ids, parts as Partial<PostingDetail>)
      return { changed: ids.length }
    },
    'POST /postings/states': { states: [] },
    'POST /postings/mark-read': ({ body }) => {
      const ids = inScope(body as MarkReadRequest).map(({ id }) => id)
      change(ids, { isRead: true })
      marked.set(`undo ${marked.size}`, ids)
      return { marked: ids.length, undoToken: `undo ${marked.size - 1}` }
    },
    'POST /postings/mark-read/query': ({ body }) => {
      const { query } = body as { query: string }
      const ids = unread()
        .filter((each) => isHit(each, query))
        .map(({ id }) => id)
      change(ids, { isRead: true })
      marked.set(`undo ${marked.size}`, ids)
      return { marked: ids.length, undoToken: `undo ${marked.size - 1}` }
    },
    'POST /postings/mark-read/undo': ({ body }) => {
      const ids = marked.get((body as { undoToken: string }).undoToken) ?? []
      change(ids, { isRead: false })
      return { restored: ids.length }
    },
    'PATCH /subscriptions/:id': ({ id, body }) => {
      subscriptions = subscriptions.map((each) =>
        String(each.id) === id ? { ...each, ...(body as Partial<SubscriptionItem>) } : each,
      )
      return subscriptions.find((each) => String(each.id) === id)
    },
    ...others,
  })

  function unread() {
    return postings.filter(({ isRead }) => !isRead)
  }
  function bySource(): Record<string, number> {
    const none = Object.fromEntries(subscriptions.map(({ sourceId }) => [sourceId, 0]))
    return { ...none, ...countedBy(unread(), ({ sourceId }) => sourceId) }
  }
  function counts(): UnreadCounts {
    return {
      all: unread().length,
      starred: postings.filter(({ isStarred }) => isStarred).length,
      later: postings.filter(({ isLater }) => isLater).length,
      bySource: bySource(),
      byFolder: countedBy(unread(), ({ sourceId }) => folderOf(sourceId) ?? 'none'),
      byLabel: {},
    }
  }
  function isIn(posting: PostingDetail, asked: Readonly<Record<string, string | null>>): boolean {
    const { folderId, sourceId, labelId, query, starred, later } = asked
    if (sourceId && String(posting.sourceId) !== sourceId) return false
    if (folderId && String(folderOf(posting.sourceId)) !== folderId) return false
    if (labelId && !posting.labelIds.includes(Number(labelId))) return false
    if (query && !isHit(posting, query)) return false
    return (starred !== 'true' || posting.isStarred) && (later !== 'true' || posting.isLater)
  }
  function page(query: Call['query']) {
    const asked = Object.fromEntries(query)
    const listed = postings
      .filter((each) => isIn(each, asked) && (asked['show'] !== 'unread' || !each.isRead))
      .toSorted(orders[asked['order'] ?? 'newest'] ?? orders['newest'])
    const from = Number(asked['cursor'] ?? 0)
    const until = from + Number(asked['limit'] ?? 50)
    const asOfAt = new Date().toISOString()
    return {
      postings: listed.slice(from, until),
      asOfId: '999999',
      asOfAt,
      nextCursor: until < listed.length ? String(until) : null,
      ...(asked['query'] === undefined ? {} : { search: notesOf(listed, asked['query']) }),
    }
  }
  function inScope({ beside, before, ...scope }: MarkReadRequest): readonly PostingDetail[] {
    const asked = Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, String(value)]))
    const listed = postings.filter((each) => isIn(each, asked))
    const place = listed.findIndex(({ id }) => id === beside?.postingId)
    const parts = {
      above: listed.slice(0, place),
      upTo: listed.slice(0, place + 1),
      below: listed.slice(place + 1),
    }
    return (beside === undefined ? listed : parts[beside.side]).filter(
      ({ isRead, shownAt }) => !isRead && (before === undefined || shownAt < before),
    )
  }
  return {
    ...server,
    change,
    publish: (posting) => {
      postings = [posting, ...postings]
    },
    posting: (title) => postings.find((each) => each.title === title),
    unread: () => unread().length,
    lists: () => lists,
    readingSettings: () => reading,
  }
}

/** The plain words of a search, and those of titles: all that the stand-in finds by. The grammar is tested in tests/search and tests/store. */
function wordsOf(query: string): readonly string[] {
  const parts = query.toLowerCase().split(/\s+/)
  return parts
    .map((part) => part.replace(/^title:/, ''))
    .filter((part) => part !== '' && part !== 'or' && !part.includes(':'))
}

function isHit({ title, excerpt }: PostingDetail, query: string): boolean {
  return wordsOf(query).every((word) => `${title} ${excerpt}`.toLowerCase().includes(word))
}

/** The places of the words: in the title, or else in the excerpt. */
function notesOf(found: readonly PostingDetail[], query: string): SearchNotes {
  const rangesIn = (text: string): MarkRange[] =>
    wordsOf(query).flatMap((word) => {
      const at = text.toLowerCase().indexOf(word)
      return at === -1 ? [] : [[at, at + word.length] as const]
    })
  const marks = found.map(({ id, title, excerpt }) => {
    const inTitle = rangesIn(title)
    return [id, { title: inTitle, excerpt: inTitle.length > 0 ? [] : rangesIn(excerpt), snippet: null }]
  })
  return { marks: Object.fromEntries(marks) as SearchNotes['marks'], isComplete: true, isSimilar: false }
}

type Compare = (one: PostingDetail, other: PostingDetail) => number
const newest: Compare = (one, other) => other.shownAt.localeCompare(one.shownAt)
const orders: Readonly<Record<string, Compare>> = {
  newest,
  oldest: (one, other) => newest(other, one),
  source: (one, other) => one.sourceTitle.localeCompare(other.sourceTitle) || newest(one, other),
}

function changedLists({ lists, options }: ListSettings, change: ListSettingsChange): ListSettings {
  const { scope, list } = change
  return {
    lists: scope === undefined ? lists : { ...lists, [scope]: { ...lists[scope], ...list } },
    options: { ...options, ...(definedOf(change.options ?? {}) as Partial<ListSettings['options']>) },
  }
}

function definedOf<T extends object>(parts: T): Partial<T> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Partial<T>
}

function countedBy<T>(all: readonly T[], keyOf: (each: T) => string | number): Record<string, number> {
  const groups = Object.groupBy(all, keyOf)
  return Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, group?.length ?? 0]))
}

/** Quarter hours of a day in which nothing came. */
export function emptyDay() {
  const zeros = Array.from({ length: 96 }, () => 0)
  return { startAt: new Date(Date.now() - 24 * 60 * minuteMs).toISOString(), found: zeros, unread: zeros }
}
