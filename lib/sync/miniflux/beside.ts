import { z } from 'zod'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { readBody } from '#lib/api/http/route.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { largestList } from '#lib/api/moving/imports.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { findReaderText } from '#lib/store/sync/reader-items.ts'
import { subscriberOf } from '#lib/sync/doors.ts'
import { refusal } from '#lib/sync/sync-answer.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { json, xml } from './answer.ts'
import type { MinifluxCall } from './call.ts'
import { readingMinutes } from './entries.ts'
import { requireEntry } from './require-entry.ts'

const findWithinMs = 25_000
const retryAfterMs = 10_000

/** The feeds behind an address. @throws ApiError not_found where there are none, as in Miniflux */
export async function discover(call: MinifluxCall): Promise<Response> {
  const { url } = await readBody(call.request, z.object({ url: z.string().trim().min(1).max(8_000) }))
  const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(findWithinMs)])
  try {
    const found = await call.doors.discover(subscriberOf(call), url, signal)
    return json(found.map(({ url, title, kind }) => ({ url, title, type: typeOf(kind) })))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'no_feed_found') throw error
    throw new ApiError('not_found', error.key, { values: error.values })
  }
}

/** Miniflux's name for a kind of feed. */
function typeOf(kind: string): string {
  if (kind === 'RSS 1.0') return 'rdf'
  return ['atom', 'json'].find((type) => kind.toLowerCase().startsWith(type)) ?? 'rss'
}

/** The subscriptions as OPML. */
export async function exportFeeds(call: MinifluxCall): Promise<Response> {
  await waitForTurn(call.request, subscriberOf(call))
  return xml(await call.doors.exportOpml(subscriberOf(call)))
}

/** Subscribes to what an OPML list names: the body, whatever type it is said to have. */
export async function importFeeds(call: MinifluxCall): Promise<Response> {
  await call.doors.countImport(subscriberOf(call))
  const document = await readBytes(call.request, largestList)
  await waitForTurn(call.request, subscriberOf(call))
  await call.doors.importOpml(subscriberOf(call), document, call.request)
  return json({ message: 'Feeds imported successfully' }, 201)
}

/** The whole text of an entry, taken from its page. It is kept, and changes no entry. */
export async function fetchContent(call: MinifluxCall): Promise<Response> {
  const { id } = await requireEntry(call, call.ids[0])
  const loaded = await call.doors.loadText(subscriberOf(call), id)
  if (loaded.kind === 'loading') throw new ApiError('unavailable', 'readersBusy', { retryAfterMs })
  if (loaded.kind === 'failed') throw refusal(400, loaded.message)
  const content = (await findReaderText(call.database, subscriberOf(call), id)) ?? ''
  return json({ content, reading_time: readingMinutes(content) })
}

/** The answer to calls that Miniflux knows, and that Skylark serves in another way or not at all. */
export function notHere({ language }: MinifluxCall): Response {
  throw refusal(501, wordsOf(language, 'errors')('notByApps'))
}

/** Saving to another service, as Miniflux answers it to somebody who has set up none: apps know the sentence, and go on. */
export function saveNowhere(): Response {
  throw refusal(400, 'no third-party integration enabled')
}
