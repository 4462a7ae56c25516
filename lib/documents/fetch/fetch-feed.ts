import type { ServerAnswer } from '#lib/documents/door/ask-server.ts'
import { startDeadline, type Deadline } from '#lib/documents/door/deadline.ts'
import { cookieHeader, firstCookies, withCookies, type Cookie } from '#lib/documents/door/journey-cookies.ts'
import {
  cacheHintsOf,
  headerOf,
  retryAtOf,
  serverTimeOf,
  validatorsOf,
} from '#lib/documents/door/response-headers.ts'
import type { FetchOptions, FetchRequest, FetchResult, Throttled } from '#lib/documents/door/fetch-types.ts'
import { barrierOfHead } from '#lib/documents/door/find-barrier.ts'
import { guardedRequest } from '#lib/documents/door/guarded-request.ts'
import { endsWhole, unpackBody } from '#lib/documents/door/unpack-body.ts'
import { FetchFailedError, type FetchFailure, failureOf } from '#lib/documents/door/fetch-failure.ts'

const defaultTimeoutMs = 20_000
const defaultMaxBytes = 10_000_000
/** Browsers follow twenty (Fetch, 4.4); each is a request that somebody else answers. */
const defaultMaxRedirects = 10
/** Of the page of an error, unpacked. */
const longestErrorPage = 1_000_000
const feedTypes =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.8'

/**
 * Gets a document over HTTP, conditionally when validators are given. Follows redirects, checking every address on
 * the way; never asks private addresses unless allowed; sends cookies only as far as one chain of redirects sets them (`firstCookies` is the exception); unpacks gzip, br, zstd and deflate within
 * the size limit. What the world does wrong comes back as a value (`kind: 'failed'`), never as an exception.
 */
export async function fetchFeed(request: FetchRequest, options: FetchOptions): Promise<FetchResult> {
  const deadline = startDeadline(options.timeoutMs ?? defaultTimeoutMs, request.signal)
  const journey: Journey = { url: request.url, isPermanent: true, hops: 0, cookies: firstCookies }
  const asked: string[] = []
  try {
    for (;;) {
      const answer = await ask(journey, request, options, deadline)
      const location = redirectOf(answer, journey.url)
      if (location === null) return await resultOf(answer, journey, request, options)
      const until = request.hasPaused === true ? null : pauseOf(answer, options)
      // RFC 9110 10.2.3: so long before the redirected request. "0", which caches send with all of theirs, asks for nothing.
      if (until !== null && until > (options.now ?? Date.now)()) return throttled(answer, journey, until)
      if (++journey.hops > (options.maxRedirects ?? defaultMaxRedirects))
        throw new FetchFailedError(
          'too-many-redirects',
          `The server redirects more than ${journey.hops - 1} times.`,
        )
      journey.isPermanent &&= answer.statusCode === 301 || answer.statusCode === 308
      asked.push(journeyKey(journey))
      journey.cookies = withCookies(journey.cookies, answer.headers, journey.url, (options.now ?? Date.now)())
      journey.url = location
      // The same request for the third time would get the same answer.
      if (asked.filter((key) => key === journeyKey(journey)).length > 1)
        throw new FetchFailedError('too-many-redirects', 'The server redirects in a circle.')
      const obstacle = (await options.mayFollow?.(location)) ?? null
      if (obstacle !== null)
        return obstacle.kind === 'wait'
          ? { ...throttled(answer, journey, obstacle.until), httpStatus: obstacle.httpStatus }
          : { ...obstacle, finalUrl: location }
    }
  } catch (error) {
    return failureOf(error, journey.url, {
      isTimeout: deadline.endedBy() === 'timeout',
      isAborted: request.signal?.aborted === true,
    })
  } finally {
    deadline.release()
  }
}

function journeyKey({ url, cookies }: Journey): string {
  return `${url} ${cookieHeader(cookies, url) ?? ''}`
}

type Journey = { url: string; isPermanent: boolean; hops: number; cookies: readonly Cookie[] }

async function ask(
  { url, cookies }: Journey,
  request: FetchRequest,
  options: FetchOptions,
  deadline: Deadline,
): Promise<ServerAnswer> {
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    accept: options.accept ?? feedTypes,
    'accept-encoding': 'gzip, br, zstd, deflate',
  }
  if (request.etag !== null) {
    headers['if-none-match'] = request.etag
    headers['a-im'] = 'feed' // RFC 3229: only what is new since that ETag would do
  }
  const cookie = cookieHeader(cookies, url)
  if (cookie !== null) headers['cookie'] = cookie
  if (request.lastModified !== null) headers['if-modified-since'] = request.lastModified
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  return guardedRequest(url, { method: 'GET', headers, maxBytes, isWanted: isDocument }, options, deadline)
}

function isDocument(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300
}

function redirectOf(answer: ServerAnswer, url: string): string | null {
  if (![301, 302, 303, 307, 308].includes(answer.statusCode)) return null
  const [location, ...others] = new Set([answer.headers['location'] ?? []].flat())
  if (location === undefined || location === '') return null
  // Servers send raw bytes in Location, of UTF-8 or of another encoding: they want them back as they are.
  const bytes = location.replace(
    /[\x80-\xFF]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const target = URL.parse(bytes.trim(), url)
  if (target === null || others.length > 0)
    throw new FetchFailedError('bad-url', 'The server redirects to something that is no address.')
  target.hash = ''
  return target.href
}

function throttled(
  { statusCode: httpStatus, headers }: ServerAnswer,
  journey: Journey,
  retryAt: number | null,
): Throttled {
  const serverAt = serverTimeOf(headers)
  return {
    kind: 'throttled',
    finalUrl: journey.url,
    permanentUrl: null,
    httpStatus,
    serverAt,
    bytes: 0,
    retryAt,
  }
}

/** A 226 whose body is made in another way than was asked for ("vcdiff") cannot be read. */
function refuseOtherDeltas(httpStatus: number, headers: ServerAnswer['headers']): void {
  if (httpStatus !== 226 || /(^|,)\s*feed\s*(,|;|$)/i.test(headerOf(headers, 'im') ?? '')) return
  throw new FetchFailedError('encoding', 'The server sent a difference that nobody asked for.', httpStatus)
}

/** A part that nobody asked for is not the document, unless it is all of it ("bytes 0-99/100"). */
function refuseParts(httpStatus: number, headers: ServerAnswer['headers']): void {
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/i.exec(headerOf(headers, 'content-range') ?? '') ?? []
  if (httpStatus !== 206 || (size !== undefined && Number(last) + 1 === Number(size))) return
  throw new FetchFailedError('http', 'The server sent a part of the document.', httpStatus)
}

/**
 * The unpacked body. Where the connection broke, it counts if the end of a feed is there.
 * @throws FetchFailedError too-large, encoding
 * @throws Error that the connection broke with
 */
async function wholeBody({ headers, body, cutBy }: ServerAnswer, maxBytes: number): Promise<Buffer> {
  const unpacked = await unpackBody(body, headerOf(headers, 'content-encoding'), maxBytes).catch(
    (error: unknown) => {
      throw cutBy ?? error
    },
  )
  if (cutBy !== undefined && !endsWhole(unpacked)) throw cutBy
  return unpacked
}

async function resultOf(
  answered: ServerAnswer,
  journey: Journey,
  { etag, lastModified }: FetchRequest,
  options: FetchOptions,
): Promise<FetchResult> {
  const { statusCode: httpStatus, headers } = answered
  const serverAt = serverTimeOf(headers)
  const permanentUrl = journey.hops > 0 && journey.isPermanent ? journey.url : null
  const answer = { finalUrl: journey.url, permanentUrl, httpStatus, serverAt, bytes: 0 }
  const validators = validatorsOf(headers, serverAt ?? (options.now ?? Date.now)())
  const cacheHints = cacheHintsOf(headers)
  const barrier = barrierOfHead(httpStatus, headers)
  // A check for humans is no document, whatever its status; some come with 202.
  if (barrier === 'challenge' && isDocument(httpStatus)) throw refusal(httpStatus, null, { barrier })
  if (isDocument(httpStatus)) {
    refuseOtherDeltas(httpStatus, headers)
    refuseParts(httpStatus, headers)
    const body = await wholeBody(answered, options.maxBytes ?? defaultMaxBytes)
    const contentType = headerOf(headers, 'content-type')
    return {
      kind: 'fetched',
      ...answer,
      isDelta: httpStatus === 226,
      ...validators,
      bytes: answered.body.length,
      body,
      contentType,
      cacheHints,
      linkHeader: headerOf(headers, 'link'),
    }
  }
  if (httpStatus === 304 && etag === null && lastModified === null)
    throw new FetchFailedError(
      'http',
      'The server says “not modified” of a document that it never gave.',
      304,
    )
  if (httpStatus === 304) return { kind: 'not-modified', ...answer, ...validators, cacheHints }
  const retryAt = pauseOf(answered, options)
  const mayPause = httpStatus >= 400 && httpStatus !== 404 && httpStatus !== 410
  const isWish = httpStatus === 429 || (httpStatus === 503 && barrier === null)
  if (isWish || (mayPause && retryAt !== null)) return throttled(answered, journey, retryAt)
  if (httpStatus === 410) return { kind: 'gone', ...answer }
  const page = barrier === null ? await pageOf(answered) : null
  throw refusal(httpStatus, retryAt, { ...(barrier !== null && { barrier }), ...(page !== null && { page }) })
}

function refusal(
  httpStatus: number,
  retryAt: number | null,
  said: FetchFailedError['said'],
): FetchFailedError {
  return new FetchFailedError(
    'http',
    `The server answered with status ${httpStatus}.`,
    httpStatus,
    retryAt,
    said,
  )
}

/** The beginning of the web page that came with an error; null: none, or one that cannot be unpacked as far as it was read. */
async function pageOf({ headers, body }: ServerAnswer): Promise<FetchFailure['page'] | null> {
  const contentType = headerOf(headers, 'content-type') ?? ''
  if (body.length === 0 || !/html/i.test(contentType)) return null
  try {
    const encoding = headerOf(headers, 'content-encoding')
    return { body: await unpackBody(body, encoding, longestErrorPage), contentType }
  } catch (error) {
    if (error instanceof FetchFailedError) return null
    throw error
  }
}

function pauseOf({ headers }: ServerAnswer, options: FetchOptions): number | null {
  return retryAtOf(headers, serverTimeOf(headers), (options.now ?? Date.now)())
}
