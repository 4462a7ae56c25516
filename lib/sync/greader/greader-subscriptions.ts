import { ApiError, type ErrorCode } from '#lib/api/http/errors.ts'
import { errorText } from '#lib/api/http/route.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { listReaderSources, type ReaderSource } from '#lib/store/sync/reader-sources.ts'
import { waitForFirstPoll } from '#lib/store/polling/request-poll.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { lookUpStreams, refuseMany } from './stream-lookup.ts'
import { parseStreamId, sourceStreamId } from './stream-id.ts'
import { makeFolder, subscribeAt } from '#lib/sync/subscribe-at.ts'
import { dataAnswer, ok, refusal } from '#lib/sync/sync-answer.ts'
import { cutName } from '#lib/text/names.ts'

/** Apps wait 20 s or longer (`subscribe-at.ts`). */
const pollWithinMs = 10_000
const answerWithinMs = 19_000
/** The app comes back, or signs in again. */
const passedOn: ReadonlySet<ErrorCode> = new Set(['unavailable', 'not_signed_in'])

/** Subscribes, ends, renames or moves; sources that are not the subscriber's are passed over. */
export async function editSubscription(call: SyncCall): Promise<Response> {
  const { parameters } = call
  const streams = parameters.all('s').filter((id) => id !== '')
  // Each is subscribed to or changed by itself. They are ended together, however many.
  if (parameters.one('ac') !== 'unsubscribe') refuseMany(streams)
  switch (parameters.one('ac')) {
    case 'subscribe': {
      const begunAt = performance.now()
      const added: number[] = []
      for (const [index, id] of streams.entries()) added.push(...(await subscribeTo(call, id, index)))
      for (const sourceId of added) await waitForArticles(call, sourceId, begunAt)
      return ok()
    }
    case 'unsubscribe': {
      const ids = (await ownSources(call, streams)).flatMap((source) => source?.subscriptionId ?? [])
      await unsubscribe(call.database, subscriberOf(call), ids, call.now)
      return ok()
    }
    case 'edit':
      await changeSources(call, streams)
      return ok()
    default:
      throw refusal(400, 'Bad Request: ac must be subscribe, unsubscribe or edit')
  }
}

/** The source that was subscribed to, none where there was nothing to do. */
async function subscribeTo(call: SyncCall, id: string, index: number): Promise<number[]> {
  const stream = parseStreamId(id)
  if (stream.kind !== 'url') return [] // a number is a source that one has already
  try {
    const { sourceId } = await subscribeAt(call, stream.url, {
      ownTitle: titleAt(call, index),
      findFolder: () => folderNamed(call, folderNameIn(call.parameters.one('a'))),
    })
    return [sourceId]
  } catch (error) {
    if (!(error instanceof ApiError) || passedOn.has(error.code)) throw error
    throw error.code === 'too_many_requests' ? tooMany() : refusal(400, sayError(call, error))
  }
}

/**
 * Subscribes by whatever is pasted, and answers with the source's stream; apps read `query` and `streamId`.
 * @throws while the server is too busy, and where its app password has ended
 */
export async function quickAdd(call: SyncCall): Promise<Response> {
  const { parameters } = call
  const query = (parameters.one('quickadd') ?? '').trim().replace(/^(?:feed\/)+/, '')
  const output = parameters.one('output')
  const begunAt = performance.now()
  try {
    const { sourceId } = await subscribeAt(call, query, {
      ownTitle: null,
      findFolder: () => Promise.resolve(null),
    })
    await waitForArticles(call, sourceId, begunAt)
    const source = (await ownSources(call, [sourceStreamId(sourceId)]))[0]
    return dataAnswer(
      {
        numResults: 1,
        query: source?.url ?? query,
        streamId: sourceStreamId(sourceId),
        streamName: source?.title ?? query,
      },
      output,
    )
  } catch (error) {
    if (!(error instanceof ApiError) || passedOn.has(error.code)) throw error
    if (error.code === 'too_many_requests') throw tooMany()
    return dataAnswer({ numResults: 0, query, error: sayError(call, error) }, output)
  }
}

/** Programs list what they added right after it: its title and articles are there by then, as in FreshRSS, unless its server is slow. */
async function waitForArticles(
  { database, request }: SyncCall,
  sourceId: number,
  begunAt: number,
): Promise<void> {
  const leftMs = begunAt + answerWithinMs - performance.now()
  await waitForFirstPoll(database, sourceId, request.signal, Math.min(pollWithinMs, leftMs))
}

/** A source that is taken out of its folder stands in none; "r" of anything else moves nothing. */
async function changeSources(call: SyncCall, streams: readonly string[]): Promise<void> {
  const { database, parameters } = call
  const into = folderNameIn(parameters.one('a'))
  const outOf = parameters.one('r') ?? ''
  const intoId = await folderNamed(call, into)
  const left = (await lookUpStreams(call, [outOf])).stream(outOf)
  const changed = new Set<number>()
  for (const [index, source] of (await ownSources(call, streams)).entries()) {
    if (source === null || changed.has(source.sourceId)) continue
    changed.add(source.sourceId)
    const isMoved = into !== null || (left.kind === 'folder' && left.id === source.folderId)
    const ownTitle = titleAt(call, index)
    await changeSubscriptions(database, subscriberOf(call), [source.subscriptionId], {
      ...(isMoved ? { folderId: intoId } : {}),
      ...(ownTitle === null ? {} : { ownTitle }),
    })
  }
}

/** The subscriptions of streams, in their order; null where the subscriber has none. */
async function ownSources(call: SyncCall, streams: readonly string[]): Promise<(ReaderSource | null)[]> {
  const sources = await listReaderSources(call.database, subscriberOf(call))
  const byId = new Map(sources.map((source) => [source.sourceId, source]))
  const lookup = await lookUpStreams(call, streams)
  return lookup
    .streams(streams)
    .map((stream) => (stream.kind === 'source' ? (byId.get(stream.id) ?? null) : null))
}

/** The folder that apps call so, made where it is missing; null: none is named. @throws SyncRefusal when there is no room for another */
async function folderNamed(call: SyncCall, name: string | null): Promise<number | null> {
  if (name === null) return null
  const { names } = await lookUpStreams(call, [`user/-/label/${name}`])
  const found = names.all.find((named) => named.kind === 'folder' && named.name === name)
  const id = found?.id ?? (await makeFolder(call, name))
  if (id === null) throw refusal(400, 'Bad Request: no room for another folder')
  return id
}

function titleAt({ parameters }: SyncCall, index: number): string | null {
  const title = cutName(parameters.all('t')[index]?.trim() ?? '', 'feed')
  return title === '' ? null : title
}

function folderNameIn(id: string | null): string | null {
  const stream = parseStreamId(id ?? '')
  return stream.kind === 'name' && stream.name.trim() !== '' ? stream.name.trim() : null
}

function sayError({ request, access }: SyncCall, error: ApiError): string {
  return errorText(error, access.subscriber.language ?? languageOfRequest(request.headers))
}

function tooMany() {
  return refusal(429, 'Too Many Requests', { 'retry-after': '60' })
}
