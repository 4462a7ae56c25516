import { ApiError } from '#lib/api/http/errors.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import type { Bounds, ReaderListing } from '#lib/store/sync/reader-streams.ts'
import type { AppSearchPlace } from '#lib/sync/doors.ts'
import { lateMs } from '#lib/sync/instant-of.ts'
import { invalid, type MinifluxCall } from './call.ts'
import { categoryStream, readCategories, type Categories } from './categories.ts'
import { findSubscribed } from './feeds.ts'

/** The orders that an app may ask for, and what they are here. */
const orders: Readonly<Record<string, ReaderListing['order']>> = {
  id: 'id',
  status: 'status',
  published_at: 'published',
  created_at: 'found',
  changed_at: 'changed',
  title: 'title',
  author: 'author',
  category_id: 'folder',
  category_title: 'folder',
}
/** The number of entries that come unasked, where no limit is wanted (as in Miniflux), and at most. */
const usual = 100
const unlimited = 1_000
const mostEntries = 10_000
/** Each narrows the statement by another condition. */
const mostTags = 20
const latestS = 8.64e12

/** The feed or the category whose entries the path names; the query may name another. */
export type MinifluxPlace = { readonly feedId?: number; readonly categoryId?: number }

/** The parts of a listing that are told apart: how dear it is depends on them. */
type AskedListing = {
  readonly listing: Omit<ReaderListing, 'only'>
  readonly categories: Categories
  /** Null: nothing is searched for. */
  readonly search: { readonly text: string; readonly place: AppSearchPlace } | null
  /** It has to go through all that an account has, or sends much. */
  readonly isDear: boolean
}

/** The listing that a call for entries asks for. @throws ApiError invalid_input, as Miniflux refuses what it does not know */
export async function readListing(call: MinifluxCall, named: MinifluxPlace): Promise<AskedListing> {
  const { query } = call
  const categories = await readCategories(call)
  const statuses = readStatuses(call)
  const starred = flagIn(query.get('starred'))
  const stream = await readPlace(call, named, categories)
  const streams: ReaderStream[] =
    stream === null ? [{ kind: starred === true ? 'starred' : 'all' }] : [stream]
  const within: ReaderStream[] = [
    ...(starred === true && stream !== null ? [{ kind: 'starred' } as const] : []),
    ...(statuses === 'read' ? [{ kind: 'read' } as const] : []),
    ...(statuses === 'none' ? [{ kind: 'nothing' } as const] : []),
    ...labelsIn(call, categories),
  ]
  const without: ReaderStream[] = [
    ...(starred === false ? [{ kind: 'starred' } as const] : []),
    ...(statuses === 'unread' ? [{ kind: 'read' } as const] : []),
  ]
  const text = (query.get('search') ?? '').replaceAll('\0', '').trim()
  const limit = countIn(query.get('limit')) ?? usual
  const offset = countIn(query.get('offset')) ?? 0
  // Stars are few. What is unread may be all that an account has, of which as much is gone through for one entry.
  const isOfFew = stream?.kind === 'source' || (stream === null && starred === true)
  const place = { ...placeOf(stream), isUnread: statuses === 'unread', isStarred: starred === true }
  return {
    categories,
    search: text === '' ? null : { text, place },
    isDear: limit > usual || limit === 0 || text !== '' || !isOfFew,
    listing: {
      streams,
      within,
      without,
      ids: boundsIn(query, ['after_entry_id', 'before_entry_id'], BigInt),
      published: narrowed(boundsIn(query, ['after', 'before'], asInstant), publishedIn(query)),
      changed: changedIn(query),
      order: readOrder(call),
      isFalling: readDirection(call) === 'desc',
      offset,
      limit: limit === 0 ? unlimited : Math.min(limit, mostEntries),
    },
  }
}

/** The place in which a search finds all that is in a stream. */
function placeOf(stream: ReaderStream | null): Pick<AppSearchPlace, 'sourceId' | 'folderId'> {
  if (stream?.kind === 'source') return { sourceId: stream.id }
  return stream?.kind === 'folder' ? { folderId: stream.id } : {}
}

/** Null: all that the subscriber has. */
async function readPlace(
  call: MinifluxCall,
  { feedId, categoryId }: MinifluxPlace,
  categories: Categories,
): Promise<ReaderStream | null> {
  const feed = feedId ?? numberIn(call.query.get('feed_id')) ?? 0
  const folder = categoryId ?? numberIn(call.query.get('category_id')) ?? 0
  const category = folder > 0 ? categories.find(folder) : null
  if (folder > 0 && category === null)
    throw new ApiError('invalid_input', 'noFolder', { field: 'category_id' })
  if (feed <= 0) return category === null ? null : categoryStream(call, category)
  const source = await findSubscribed(call, feed)
  if (source === null) throw new ApiError('invalid_input', 'notSubscribed', { field: 'feed_id' })
  const isElsewhere = category !== null && categories.ofFolder(source.folderId) !== category
  return isElsewhere ? { kind: 'nothing' } : { kind: 'source', id: feed }
}

/** `status` may be there several times. "removed" is that of no entry here; Miniflux knew it until 2.2. */
function readStatuses(call: MinifluxCall): 'read' | 'unread' | 'all' | 'none' {
  const asked = new Set(valuesIn(call.query, 'status'))
  for (const status of asked)
    if (!['read', 'unread', 'removed'].includes(status)) throw invalid(call, 'status')
  if (asked.size === 0 || (asked.has('read') && asked.has('unread'))) return 'all'
  if (asked.has('read')) return 'read'
  return asked.has('unread') ? 'unread' : 'none'
}

/** Empty ones count as none, as in Miniflux: clients send all fields of a form. */
function valuesIn(query: URLSearchParams, name: string): readonly string[] {
  return query
    .getAll(name)
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

function labelsIn(call: MinifluxCall, { names: known }: Categories): ReaderStream[] {
  const names = [...new Set(valuesIn(call.query, 'tags'))]
  if (names.length > mostTags) throw invalid(call, 'tags')
  return names.map((name) => {
    const named = known.find(name)
    return named?.kind === 'label' ? { kind: 'label', id: named.id } : { kind: 'nothing' }
  })
}

function readOrder(call: MinifluxCall): ReaderListing['order'] {
  const order = call.query.get('order') || 'published_at'
  const known = Object.hasOwn(orders, order) ? orders[order] : undefined
  if (known === undefined) throw invalid(call, 'order')
  return known
}

function readDirection(call: MinifluxCall): string {
  const direction = call.query.get('direction') || 'asc'
  if (!['asc', 'desc'].includes(direction)) throw invalid(call, 'direction')
  return direction
}

function publishedIn(query: URLSearchParams): Bounds<Date> {
  return boundsIn(query, ['published_after', 'published_before'], asInstant)
}

function narrowed(one: Bounds<Date>, other: Bounds<Date>): Bounds<Date> {
  const above = [one.above, other.above].filter((at) => at !== null)
  const below = [one.below, other.below].filter((at) => at !== null)
  return {
    above: above.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    below: below.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
  }
}

/** Capy asks for what changed since it last asked. */
function changedIn(query: URLSearchParams): Bounds<Date> {
  const { above, below } = boundsIn(query, ['changed_after', 'changed_before'], asInstant)
  return { above: above && new Date(above.getTime() - lateMs), below }
}

/** Numbers above zero; others bound nothing, as in Miniflux. */
function boundsIn<Value>(
  query: URLSearchParams,
  [above, below]: readonly [string, string],
  as: (value: number) => Value,
): Bounds<Value> {
  const read = (name: string) => {
    const value = numberIn(query.get(name)) ?? 0
    return value > 0 ? as(value) : null
  }
  return { above: read(above), below: read(below) }
}

/** Of seconds since 1970. */
function asInstant(seconds: number): Date {
  return new Date(Math.min(seconds, latestS) * 1000)
}

/** Null: it is no number, which Miniflux passes over. */
export function numberIn(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null
}

/** A number from zero on; null: any other text, for which Miniflux has a default. */
function countIn(text: string | null): number | null {
  const number = numberIn(text)
  return number === null || number < 0 ? null : number
}

/** As Go reads truth; null: it is neither. */
export function flagIn(text: string | null): boolean | null {
  if (['1', 't', 'true'].includes(text?.toLowerCase() ?? '')) return true
  return ['0', 'f', 'false'].includes(text?.toLowerCase() ?? '') ? false : null
}
