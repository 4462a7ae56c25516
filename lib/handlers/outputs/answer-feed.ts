import { countFeedTexts } from '#lib/auth/requests/request-limits.ts'
import { hubUrl, readOutputFeed, scopeOf, type OutputFeedState } from '#lib/sending/output-feed.ts'
import { contentTypes, type FeedFormat } from '#lib/documents/write/output-document.ts'
import { planAnswer, type FeedAnswer } from '#lib/documents/write/output-delta.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'
import { unchangedSince } from '#lib/store/outputs/unchanged-since.ts'
import { authSecret, type StoredFeed } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { discreet, plainAnswer } from './plain-answer.ts'

type Asked = { readonly secret: string; readonly format: FeedFormat; readonly now: number }

/** The headers that make two answers differ, for whatever keeps them on the way. */
export const varies = { vary: 'A-IM, Accept, If-None-Match, Accept-Encoding' }
/** Kept by who asked alone: the address is a secret. New postings are seen within the minute. */
export const kept = { ...varies, 'cache-control': 'private, max-age=60' }

/** Answers a feed whole, with what is new, or not at all (planAnswer). */
export async function answerFeed(request: Request, feed: StoredFeed, asked: Asked): Promise<Response> {
  const { format, now } = asked
  const read = await readOutputFeed(serverDatabase(), feed, asked)
  if (read === null) return plainAnswer(404)
  await countFeedTexts(feed.subscriberId, octetsOf(read))
  const heldAt = await unchangedSince(serverDatabase(), feed, read.state, now)
  const ifNoneMatch = request.headers.get('if-none-match')
  const by = { ifNoneMatch, aIm: takesParts(request.headers) ? request.headers.get('a-im') : null }
  const answer = planAnswer(read.state, by, { scope: scopeOf(feed, format), key: authSecret() })
  const headers = {
    ...discreet,
    ...kept,
    etag: answer.etag,
    link: linksOf(read),
    ...(heldAt === null ? {} : { 'last-modified': heldAt.toUTCString() }),
  }
  if (ifNoneMatch === null && isUnchanged(request.headers, heldAt))
    return new Response(null, { status: 304, headers })
  return written(answer, read, format, headers)
}

/**
 * feedparser asks for parts in the name of all programs that it serves, whatever these know: rss2email 3.13 calls 226 an error, and sends none of
 * the entries. Programs have names of their own. The library shows by the types that it accepts: NetCDF among feeds is a slip of its own.
 */
function takesParts(headers: Headers): boolean {
  return !/application\/x-netcdf/i.test(headers.get('accept') ?? '')
}

/** If-Modified-Since, which counts only where nothing better was sent (RFC 9110, 13.1.3). */
export function isUnchanged(headers: Headers, heldAt: Date | null): boolean {
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return heldAt !== null && heldAt.getTime() <= since
}

function written(
  answer: FeedAnswer,
  { document }: OutputFeedState,
  format: FeedFormat,
  headers: Readonly<Record<string, string>>,
): Response {
  const typed = { ...headers, 'content-type': contentTypes[format] }
  switch (answer.kind) {
    case 'not-modified':
      return new Response(null, { status: 304, headers })
    case 'whole':
      return new Response(writeFeed(document, format), { headers: typed })
    case 'new': {
      const entries = answer.places.flatMap((place) => document.entries[place] ?? [])
      const body = writeFeed({ ...document, entries }, format)
      // Only caches that know what "im" means may keep a part (RFC 3229, 10.8.1).
      const partial = { im: 'feed', 'delta-base': answer.base, 'cache-control': 'no-store, im' }
      return new Response(body, { status: 226, statusText: 'IM Used', headers: { ...typed, ...partial } })
    }
    default:
      return answer satisfies never
  }
}

function octetsOf({ document }: OutputFeedState): number {
  return document.entries.reduce((sum, { html, excerpt }) => sum + Buffer.byteLength(html ?? excerpt), 0)
}

function linksOf({ document }: OutputFeedState): string {
  return `<${hubUrl()}>; rel="hub", <${document.selfUrl}>; rel="self"`
}
