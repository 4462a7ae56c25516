import { config } from '#lib/runtime/config.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { headTagOf, tagOf } from '#lib/documents/write/feed-etag.ts'
import type { FeedState } from '#lib/documents/write/output-delta.ts'
import type { FeedFormat, OutputDocument, OutputEntry } from '#lib/documents/write/output-document.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listOutputEntries, readOutputEntries, type OutputList } from '#lib/store/outputs/output-entries.ts'
import { authSecret, type StoredFeed } from '#lib/store/outputs/output-feeds.ts'
import { isOwnOutput } from '#lib/polling/own-output.ts'

/** A feed as it stands: what is written, and what says which of it a client has. */
type OutputFeedState = { readonly document: OutputDocument; readonly state: FeedState }

/** A feed whose entries are listed and not read. */
export type ListedFeed = {
  readonly feed: StoredFeed
  readonly head: Omit<OutputDocument, 'updatedAt' | 'entries'>
  readonly list: OutputList
  /** Null: they are not as this process last read them. */
  readonly state: FeedState | null
}

type Known = { readonly mark: string; readonly tags: FeedState['tags'] }
/** The tags of the entries that this process last read of a feed, by its id. */
const lastRead = oncePerProcess(() => new Map<number, Known>())
/** Some 2 kB each. */
const mostKnown = 2_000

/** Lists an output feed for one of its addresses. Null: its view is gone, or not understood. */
export async function listOutputFeed(
  database: Database,
  feed: StoredFeed,
  { secret, format, now }: { readonly secret: string; readonly format: FeedFormat; readonly now: number },
): Promise<ListedFeed | null> {
  const { subscriberId, listed, mostEntries, name } = feed
  const hasTexts = feed.text !== 'short'
  const request = { subscriberId, place: listed, limit: mostEntries, hasTexts, now }
  const list = await listOutputEntries(database, { ...request, nameOf, nameOfSource })
  if (list === null) return null
  const { publicUrl } = config()
  const head = {
    id: nameFor(`feed/${feed.id}`),
    title: name,
    selfUrl: topicUrl(secret, format),
    homeUrl: `${publicUrl}${homeOf(listed)}`,
    hubUrl: hubUrl(),
  }
  const known = lastRead().get(feed.id)
  return { feed, head, list, state: known?.mark === list.mark ? stateOf(head, known.tags) : null }
}

/** Reads the entries of a feed that was listed, with their texts. */
export async function readOutputFeed(
  database: Database,
  { feed, head, list }: ListedFeed,
): Promise<OutputFeedState> {
  const request = { subscriberId: feed.subscriberId, nameOfSource }
  const { entries, mark } = await readOutputEntries(database, request, list)
  const key = authSecret()
  const tags = entries.map((entry) => tagOf(changeable(entry), key))
  if (lastRead().size >= mostKnown) lastRead().clear()
  lastRead().set(feed.id, { mark, tags })
  return {
    document: { ...head, updatedAt: latestOf(entries, feed.createdAt), entries },
    state: stateOf(head, tags),
  }
}

function stateOf(head: ListedFeed['head'], tags: FeedState['tags']): FeedState {
  return { head: headTagOf(head, authSecret()), tags }
}

/** The address of a feed in a format: the topic, to our hub's subscribers. */
export function topicUrl(secret: string, format: FeedFormat): string {
  return `${config().publicUrl}/out/${secret}.${format}`
}

/** The address at which our hub takes requests. */
export function hubUrl(): string {
  return `${config().publicUrl}/hub`
}

/** The feed and format that an entity tag is for. */
export function scopeOf(feed: Pick<StoredFeed, 'id'>, format: FeedFormat): string {
  return `${feed.id} ${format}`
}

/**
 * An article that came back through another feed of this server keeps the name under which it went out (RFC 4287, 4.2.6): who subscribes to what
 * goes out of here would otherwise have everything once more with each poll. Only of our own address is a name believed, and only that of a
 * posting that was there before.
 */
function nameOf({ id, guid, feedUrl }: { id: bigint; guid: string | null; feedUrl: string }): string {
  const was =
    guid !== null && guid.startsWith(nameFor('posting/')) ? guid.slice(nameFor('posting/').length) : ''
  const isBack = /^[1-9]\d{0,17}$/.test(was) && BigInt(was) < id && isOwnOutput(feedUrl)
  return nameFor(`posting/${isBack ? was : id}`)
}

function nameOfSource(sourceId: number): string {
  return nameFor(`source/${sourceId}`)
}

/** The content that a tag stands for. The name of the source is left out: it never changes, and tags that were given before it was written stay valid. */
function changeable({ sourceId: _name, ...entry }: OutputEntry): Omit<OutputEntry, 'sourceId'> {
  return entry
}

/** A name for the whole world that no address is part of but this server's (RFC 4151). */
function nameFor(thing: string): string {
  return `tag:${new URL(config().publicUrl).hostname},2026:skylark/${thing}`
}

/** The list in the web application. */
export function homeOf(place: FeedPlace): string {
  switch (place.kind) {
    case 'all':
      return '/'
    case 'starred':
      return '/?starred=1'
    case 'folder':
      return `/?folder=${place.folderId}`
    case 'label':
      return `/?label=${place.labelId}`
    case 'view':
      return `/?view=${place.viewId}`
    default:
      return place satisfies never
  }
}

function latestOf(entries: OutputDocument['entries'], least: Date): Date {
  return new Date(Math.max(least.getTime(), ...entries.map(({ updatedAt }) => updatedAt.getTime())))
}
