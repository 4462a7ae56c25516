import { config } from '#lib/runtime/config.ts'
import { firstFitting, fittingAnswers } from '#lib/store/lists/fitting-texts.ts'
import { inPieces } from '#lib/store/connection/in-pieces.ts'
import { listReaderItems, type ReaderItem } from '#lib/store/sync/reader-items.ts'
import { listReaderSources, readReaderNames } from '#lib/store/sync/reader-sources.ts'
import { listReaderIds, type ReaderQuery } from '#lib/store/sync/reader-streams.ts'
import { seeAllStored } from '#lib/store/sync/see-all-stored.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { greaderItem } from './greader-item.ts'
import { lateMs, spanIn } from '#lib/sync/instant-of.ts'
import { parseItemId } from '#lib/sync/item-id.ts'
import { appNames } from './names.ts'
import { lookUpStreams, refuseMany } from './stream-lookup.ts'
import { parseStreamId, stateId } from './stream-id.ts'
import { streamAtom } from './stream-atom.ts'
import { dataAnswer, plain } from '#lib/sync/sync-answer.ts'

/**
 * Postings of a page: unasked, and at most, which is what programs ask that never go on (Twine 50,000 numbers, Readrops 2,500 postings).
 * More is less, no error; texts are bounded by their length besides.
 */
const idsPage = { usual: 1000, most: 50_000 }
const contentsPage = { usual: 20, most: 10_000 }

/** The numbers of a stream's postings, a page of them. Nothing beside each: FreshRSS sends no more, and Readrops stops at what is. */
export async function itemIds(call: SyncCall): Promise<Response> {
  const { ids, continuation } = await readPage(call, idsPage)
  const itemRefs = ids.map((id) => ({ id: id.toString() }))
  // News+ fails at an empty list. FreshRSS gives it an id of nothing, too.
  if (itemRefs.length === 0 && call.parameters.one('client') === 'newsplus') itemRefs.push({ id: '0' })
  return dataAnswer({ itemRefs, ...continuation }, call.parameters.one('output'))
}

/** The postings of a stream, a page of them, shorter where texts are too long for one answer: what Fluent Reader lives on. */
export async function streamContents(call: SyncCall): Promise<Response> {
  if (call.parameters.one('output') === 'atom') return streamFeed(call)
  return dataAnswer(await readContents(call), call.parameters.one('output'))
}

/** The same page as an Atom document, with the name of its source, folder or label: newsboat reads feeds of FeedHQ so. */
export async function streamFeed(call: SyncCall): Promise<Response> {
  const page = await readContents(call)
  const selfUrl = `${config().publicUrl}/reader/atom/${encodeURIComponent(page.id.toWellFormed())}`
  const document = streamAtom({ ...page, ...(await nameOf(call, page.id)), selfUrl })
  return plain(document, 200, { 'content-type': 'application/atom+xml; charset=utf-8' })
}

async function nameOf(
  call: SyncCall,
  id: string,
): Promise<{ readonly title: string; readonly htmlUrl: string | null }> {
  const stream = parseStreamId(id)
  if (stream.kind === 'name') return { title: stream.name, htmlUrl: null }
  const isOfSource = stream.kind === 'number' || stream.kind === 'url'
  const sources = isOfSource ? await listReaderSources(call.database, subscriberOf(call)) : []
  const source = sources.find(({ sourceId, url }) =>
    stream.kind === 'number' ? sourceId === stream.id : stream.kind === 'url' && url === stream.url,
  )
  if (source === undefined) return { title: serverTitle, htmlUrl: null }
  return { title: source.title, htmlUrl: source.siteUrl ?? source.url }
}

async function readContents(call: SyncCall) {
  const { ids, continuation: next } = await readPage(call, contentsPage)
  const fitting = await firstFitting(call.database, subscriberOf(call), ids, 'shown')
  const items = await itemsOf(call, fitting)
  const last = fitting.at(-1)
  const isCut = last !== undefined && fitting.length < ids.length
  const continuation = isCut ? { continuation: last.toString() } : next
  const [id = stateId('reading-list')] = call.parameters.all('s')
  return { ...listing(call, id), items, ...continuation }
}

/**
 * Postings by their ids, as many of them as the subscriber may read and have texts that fit into one answer. None is an answer, too. Where
 * some are left, a continuation says so, and the same question with it as `c` gives the next; most apps ask again for what they miss.
 */
export async function itemContents(call: SyncCall): Promise<Response> {
  const { parameters, database } = call
  const all = [...new Set(parameters.all('i').flatMap((text) => parseItemId(text) ?? []))]
  const after = parseItemId(parameters.one('c') ?? '')
  const asked = all.slice(after === null ? 0 : all.indexOf(after) + 1)
  const ids = asked.slice(0, contentsPage.most)
  const [first = [], ...others] = await fittingAnswers(database, subscriberOf(call), ids, 'shown')
  const items = await itemsOf(call, first)
  const isWhole = others.length === 0 && ids.length === asked.length
  const last = others.length > 0 ? first.at(-1) : ids.at(-1)
  const continuation = isWhole || last === undefined ? {} : { continuation: last.toString() }
  const body = { ...listing(call, stateId('reading-list')), items, ...continuation }
  return dataAnswer(body, parameters.one('output'))
}

const serverTitle = 'Skylark'

/**
 * The head of a list. `updated` names the last second that was over: all that was found in it is in the list. Vienna takes it for the time of
 * its sync, and marks as read what was found until the end of the second that it names.
 */
function listing({ now }: SyncCall, id: string) {
  return { id, title: serverTitle, direction: 'ltr', updated: Math.floor(now / 1000) - 1 }
}

async function itemsOf(call: SyncCall, ids: readonly bigint[]) {
  const items: readonly ReaderItem[] = await inPieces(ids, (piece) =>
    listReaderItems(call.database, subscriberOf(call), piece),
  )
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
  readonly ids: readonly bigint[]
  readonly continuation: { readonly continuation?: string }
}> {
  const { parameters } = call
  const limit = pageSize(parameters.one('n'), sizes)
  const query = await readQuery(call)
  await seeAllStored(call.database)
  const found = await listReaderIds(call.database, subscriberOf(call), { ...query, limit: limit + 1 })
  const ids = found.slice(0, limit)
  const last = ids.at(-1)
  const isMore = found.length > limit && last !== undefined
  return { ids, continuation: isMore ? { continuation: last.toString() } : {} }
}

function pageSize(
  text: string | null,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  if (isUnbounded(text)) return most
  if (text === null || !/^\d+$/.test(text)) return usual
  return Math.min(Number(text), most)
}

/** Zero and less ask for all, as in FreshRSS and Miniflux. */
export function isUnbounded(n: string | null): boolean {
  return n !== null && /^(?:0+|-\d+)$/.test(n)
}

/** Nothing is narrowed by a state that we do not keep, as in FreshRSS: a program that names one would see no article at all. */
const isKnown = (id: string) => parseStreamId(id).kind !== 'nothing'

async function readQuery(call: SyncCall): Promise<Omit<ReaderQuery, 'limit'>> {
  const { parameters } = call
  const [wanted, within, without] = ['s', 'it', 'xt'].map((name) =>
    parameters.all(name).filter((id) => id !== ''),
  )
  const streams = wanted === undefined || wanted.length === 0 ? [stateId('reading-list')] : wanted
  const asked = [...streams, ...(within ?? []), ...(without ?? [])]
  refuseMany(asked)
  const lookup = await lookUpStreams(call, asked)
  const since = spanIn(parameters.one('ot'))
  const until = spanIn(parameters.one('nt'))
  const after = parameters.one('c')
  return {
    streams: lookup.streams(streams),
    within: lookup.streams((within ?? []).filter(isKnown)),
    without: lookup.streams(without ?? []),
    foundFrom: since === null ? null : new Date(since.fromMs - lateMs),
    foundThrough: until === null ? null : new Date(until.throughMs),
    order: parameters.one('r') === 'o' ? 'oldest' : 'newest',
    after: after !== null && /^\d{1,15}$/.test(after) ? BigInt(after) : null,
  }
}
