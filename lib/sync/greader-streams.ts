import { firstFitting } from '#lib/store/fitting-texts.ts'
import { listReaderItems, type ReaderItem } from '#lib/store/reader-items.ts'
import { readReaderNames } from '#lib/store/reader-sources.ts'
import { listReaderIds, type ReaderQuery, type ReaderRef } from '#lib/store/reader-streams.ts'
import { subscriberOf, type SyncCall } from './doors.ts'
import { greaderItem } from './greader-item.ts'
import { parseItemId } from './item-id.ts'
import { appNames } from './names.ts'
import { lookUpStreams, refuseMany } from './stream-lookup.ts'
import { sourceStreamId, stateId } from './stream-id.ts'
import { data } from './sync-answer.ts'

/** Postings of a page: unasked, and at most; more is less, no error. */
const idsPage = { usual: 1000, most: 10_000 }
const contentsPage = { usual: 20, most: 1000 }
/** What was found so long before `ot` is sent again: an aggregator may store it later than it found it. */
const lateMs = 60_000

/** The numbers of a stream's postings, a page of them. */
export async function itemIds(call: SyncCall): Promise<Response> {
  const page = await readPage(call, idsPage)
  const itemRefs = page.refs.map(({ id, sourceId, foundAt }) => ({
    id: id.toString(),
    directStreamIds: [sourceStreamId(sourceId)],
    timestampUsec: `${foundAt.getTime()}000`,
  }))
  return data({ itemRefs, ...page.continuation }, call.parameters.one('output'))
}

/** The postings of a stream, a page of them, shorter where texts are too long for one answer: what Fluent Reader lives on. */
export async function streamContents(call: SyncCall): Promise<Response> {
  const page = await readPage(call, contentsPage)
  const ids = page.refs.map(({ id }) => id)
  const fitting = await firstFitting(call.database, subscriberOf(call), ids, 'shown')
  const items = await itemsOf(call, fitting)
  const last = fitting.at(-1)
  const isCut = last !== undefined && fitting.length < ids.length
  const continuation = isCut ? { continuation: last.toString() } : page.continuation
  const [id = stateId('reading-list')] = call.parameters.all('s')
  return data({ ...listing(call, id), items, ...continuation }, call.parameters.one('output'))
}

/**
 * Postings by their ids, as many of them as the subscriber may read and have texts that fit into one answer: apps ask again for what they
 * miss. None is an answer, too.
 */
export async function itemContents(call: SyncCall): Promise<Response> {
  const ids = call.parameters.all('i').flatMap((text) => parseItemId(text) ?? [])
  const asked = ids.slice(0, contentsPage.most)
  const fitting = await firstFitting(call.database, subscriberOf(call), asked, 'shown')
  const items = await itemsOf(call, fitting)
  return data({ ...listing(call, stateId('reading-list')), items }, call.parameters.one('output'))
}

function listing({ now }: SyncCall, id: string) {
  return { id, title: 'Skylark', direction: 'ltr', updated: Math.floor(now / 1000) }
}

async function itemsOf(call: SyncCall, ids: readonly bigint[]) {
  const items: readonly ReaderItem[] = await listReaderItems(call.database, subscriberOf(call), ids)
  const needsNames = items.some(({ folderId, labelIds }) => folderId !== null || labelIds.length > 0)
  const names = appNames(
    needsNames ? await readReaderNames(call.database, subscriberOf(call)) : { folders: [], labels: [] },
  )
  return items.map((item) => greaderItem(item, names))
}

/** A page and, where anything follows, where to go on: always present it would make apps ask for ever. */
async function readPage(
  call: SyncCall,
  sizes: { readonly usual: number; readonly most: number },
): Promise<{
  readonly refs: readonly ReaderRef[]
  readonly continuation: { readonly continuation?: string }
}> {
  const { parameters } = call
  const limit = pageSize(parameters.one('n'), sizes)
  const query = await readQuery(call)
  const found = await listReaderIds(call.database, subscriberOf(call), { ...query, limit: limit + 1 })
  const refs = found.slice(0, limit)
  const last = refs.at(-1)
  const isMore = found.length > limit && last !== undefined
  return { refs, continuation: isMore ? { continuation: last.id.toString() } : {} }
}

function pageSize(
  text: string | null,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  if (text === null || !/^\d+$/.test(text)) return usual
  return Math.max(1, Math.min(Number(text), most))
}

async function readQuery(call: SyncCall): Promise<Omit<ReaderQuery, 'limit'>> {
  const { parameters } = call
  const [wanted, within, without] = ['s', 'it', 'xt'].map((name) =>
    parameters.all(name).filter((id) => id !== ''),
  )
  const streams = wanted === undefined || wanted.length === 0 ? [stateId('reading-list')] : wanted
  const asked = [...streams, ...(within ?? []), ...(without ?? [])]
  refuseMany(asked)
  const lookup = await lookUpStreams(call, asked)
  const since = secondsIn(parameters.one('ot'))
  const until = secondsIn(parameters.one('nt'))
  const after = parameters.one('c')
  return {
    streams: lookup.streams(streams),
    within: lookup.streams(within ?? []),
    without: lookup.streams(without ?? []),
    foundFrom: since === null ? null : new Date(since - lateMs),
    foundThrough: until === null ? null : new Date(until + 999), // the second that it names, to its end
    order: parameters.one('r') === 'o' ? 'oldest' : 'newest',
    after: after !== null && /^\d{1,15}$/.test(after) ? BigInt(after) : null,
  }
}

const latestInstantMs = 8.64e15

/** Milliseconds; null: no time is given. Zero, which apps send before their first sync, asks for everything. */
function secondsIn(text: string | null): number | null {
  if (text === null || !/^\d+$/.test(text) || Number(text) === 0) return null
  return Math.min(Number(text) * 1000, latestInstantMs - 1000)
}
