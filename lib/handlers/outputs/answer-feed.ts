import { countFeedTexts } from '#lib/auth/requests/request-limits.ts'
import { hubUrl, listOutputFeed, readOutputFeed, scopeOf, type ListedFeed } from '#lib/sending/output-feed.ts'
import { contentTypes, type FeedFormat, type OutputDocument } from '#lib/documents/write/output-document.ts'
import { planAnswer, type FeedAnswer, type FeedState } from '#lib/documents/write/output-delta.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'
import { unchangedSince } from '#lib/store/outputs/unchanged-since.ts'
import { authSecret, type StoredFeed } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { discreet, plainAnswer } from './plain-answer.ts'

type Asked = { readonly secret: string; readonly format: FeedFormat; readonly now: number }

/** The headers that make two answers differ, for whatever keeps them on the way. */
const varies = { vary: 'A-IM, Accept, If-None-Match, Accept-Encoding' }
/** Kept by who asked alone: the address is a secret. New postings are seen within the minute. */
export const keptAMinute = { ...varies, 'cache-control': 'private, max-age=60' }

/** Answers a feed whole, with what is new, or not at all (planAnswer). Its texts are read only where some of them are sent, or it changed. */
export async function answerFeed(request: Request, feed: StoredFeed, asked: Asked): Promise<Response> {
  const listed = await listOutputFeed(serverDatabase(), feed, asked)
  if (listed === null) return plainAnswer(404)
  if (listed.state !== null) {
    const known = await planFor(request, feed, { ...asked, listed, state: listed.state })
    if (known.answer.kind === 'not-modified' || request.method === 'HEAD') return written(known, null, asked)
  }
  const { document, state } = await readOutputFeed(serverDatabase(), listed)
  await countFeedTexts(feed.subscriberId, octetsOf(document))
  return written(await planFor(request, feed, { ...asked, listed, state }), document, asked)
}

type Planned = { readonly answer: FeedAnswer; readonly headers: Readonly<Record<string, string>> }

async function planFor(
  request: Request,
  feed: StoredFeed,
  { listed, state, format, now }: Asked & { readonly listed: ListedFeed; readonly state: FeedState },
): Promise<Planned> {
  const heldAt = await unchangedSince(serverDatabase(), feed, state, now)
  const ifNoneMatch = request.headers.get('if-none-match')
  const by = { ifNoneMatch, aIm: takesParts(request.headers) ? request.headers.get('a-im') : null }
  const answer = planAnswer(state, by, { scope: scopeOf(feed, format), key: authSecret() })
  const headers = {
    ...discreet,
    ...keptAMinute,
    etag: answer.etag,
    link: `<${hubUrl()}>; rel="hub", <${listed.head.selfUrl}>; rel="self"`,
    ...(heldAt === null ? {} : { 'last-modified': heldAt.toUTCString() }),
  }
  const isHeld = ifNoneMatch === null && isUnchanged(request.headers, heldAt)
  return { answer: isHeld ? { kind: 'not-modified', etag: answer.etag } : answer, headers }
}

/**
 * feedparser asks for parts in the name of all programs that it serves, whatever these know: rss2email 3.13 calls 226 an error, and sends none of
 * the entries. Programs have names of their own. The library shows by the types that it accepts: NetCDF among feeds is a slip of its own.
 */
function takesParts(headers: Headers): boolean {
  return !/application\/x-netcdf/i.test(headers.get('accept') ?? '')
}

/** If-Modified-Since, which counts only where nothing better was sent (RFC 9110, 13.1.3). */
function isUnchanged(headers: Headers, heldAt: Date | null): boolean {
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return heldAt !== null && heldAt.getTime() <= since
}

/** `document` null: nobody is sent a body. */
function written(
  { answer, headers }: Planned,
  document: OutputDocument | null,
  { format }: Pick<Asked, 'format'>,
): Response {
  const typed = { ...headers, 'content-type': contentTypes[format] }
  switch (answer.kind) {
    case 'not-modified':
      return new Response(null, { status: 304, headers })
    case 'whole':
      return new Response(document === null ? null : writeFeed(document, format), { headers: typed })
    case 'new': {
      const entries = answer.places.flatMap((place) => document?.entries[place] ?? [])
      const body = document === null ? null : writeFeed({ ...document, entries }, format)
      // Only caches that know what "im" means may keep a part (RFC 3229, 10.8.1).
      const partial = { im: 'feed', 'delta-base': answer.base, 'cache-control': 'no-store, im' }
      return new Response(body, { status: 226, statusText: 'IM Used', headers: { ...typed, ...partial } })
    }
    default:
      return answer satisfies never
  }
}

function octetsOf({ entries }: OutputDocument): number {
  return entries.reduce((sum, { html, excerpt }) => sum + Buffer.byteLength(html ?? excerpt), 0)
}
