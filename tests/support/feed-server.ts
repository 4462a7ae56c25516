import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/**
 * A real HTTP server that imitates publishers, good and bad.
 *
 *   const server = await createFeedServer({ hosts: 2 })        // 127.0.0.1 and 127.0.0.2, one port each
 *   server.route('/feed', rss({ postings, now: () => clock.now(), window: 10 }))
 *   server.route('/slow', slow(3_000))
 *   server.origins[0]                                          // 'http://127.0.0.1:40123'
 *   server.requests                                            // every request in order: host, path, headers; those for robots.txt in robotsRequests
 *   await server.close()
 *
 * A route is a function (request, response); paths match without the query, '*' takes what no route takes (else 404).
 * `route` replaces an earlier one, so a test can change what a publisher does between two polls; a third argument
 * limits a route to one origin. Ready-made routes: `document`, `rss`, `status`, `redirect`, `slow`, `huge`,
 * `truncated`, `reset`, `gzipBomb`, `packed`. Every address is in 127.0.0.0/8: allow that network in the fetch options.
 */
export type FeedServer = {
  /** 'http://127.0.0.1:port' and so on, one for each host. */
  readonly origins: readonly string[]
  readonly origin: string
  readonly requests: readonly ReceivedRequest[]
  readonly robotsRequests: readonly ReceivedRequest[]
  readonly route: (path: string, route: Route, origin?: string) => void
  readonly close: () => Promise<void>
}

export type Route = (request: IncomingMessage, response: ServerResponse) => void

export type ReceivedRequest = {
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

/**
 * Starts a server on `hosts` addresses: 127.0.0.1, 127.0.0.2 …, or 127.`network`.0.1 … (Linux has them all; elsewhere
 * only the first).
 */
export async function createFeedServer({
  hosts = 1,
  network = 0,
}: { readonly hosts?: number; readonly network?: number } = {}): Promise<FeedServer> {
  const routes = new Map<string, Route>()
  const requests: ReceivedRequest[] = []
  const robotsRequests: ReceivedRequest[] = []
  const servers: Server[] = []
  const origins: string[] = []
  for (let index = 0; index < hosts; index++) {
    const address = `127.${network}.${Math.floor(index / 254)}.${(index % 254) + 1}`
    const server = createServer((request, response) => {
      const path = request.url ?? '/'
      // Asked for once a day before a poll: of that only tests of robots.txt want to know.
      const received = path === '/robots.txt' ? robotsRequests : requests
      received.push({ origin, path, headers: request.headers })
      const name = path.split('?', 1)[0] ?? '/'
      const route =
        routes.get(origin + name) ??
        routes.get(name) ??
        (path === '/robots.txt' ? null : routes.get('*')) ??
        status(404)
      route(request, response)
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve))
    const origin = `http://${address}:${(server.address() as AddressInfo).port}`
    servers.push(server)
    origins.push(origin)
  }
  return {
    origins,
    origin: origins[0] ?? '',
    requests,
    robotsRequests,
    route: (path, route, origin = '') => void routes.set(origin + path, route),
    close: async () => {
      await Promise.all(servers.map((server) => closeServer(server)))
    },
  }
}

function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}

type Headers = Readonly<Record<string, string>>

/** A fixed document with an ETag; asked with that ETag it answers 304. */
export function document(
  body: string | Buffer,
  contentType = 'application/rss+xml; charset=utf-8',
  headers: Headers = {},
): Route {
  return (request, response) => {
    const etag = headers['etag'] ?? `"${createHash('sha1').update(body).digest('hex').slice(0, 16)}"`
    const all = { etag, ...headers }
    if (request.headers['if-none-match'] === etag) response.writeHead(304, all).end()
    else response.writeHead(200, { 'content-type': contentType, ...all }).end(body)
  }
}

export type ServedPosting = {
  readonly guid?: string
  readonly title: string
  readonly link?: string
  readonly text?: string
  /** When it appears, and its pubDate. */
  readonly publishedAt: number
}

export type ServedFeed = {
  readonly title?: string
  /** May grow while the server runs. */
  readonly postings: readonly ServedPosting[]
  /** The publisher's clock: postings of the future are not shown yet. Default: all are shown. */
  readonly now?: () => number
  /** The newest so many are in the document. Default 20. */
  readonly window?: number
  /** Leave out ETag and Last-Modified. */
  readonly withoutValidators?: boolean
  /** Leave out pubDate. */
  readonly withoutDates?: boolean
  readonly headers?: Headers
}

/** RSS 2.0 of the postings that are out by now, newest first, with ETag, Last-Modified, Date and 304. */
export function rss(feed: ServedFeed): Route {
  return (request, response) => {
    const now = feed.now?.() ?? Number.POSITIVE_INFINITY
    const out = feed.postings.filter(({ publishedAt }) => publishedAt <= now)
    const shown = [...out].sort((a, b) => b.publishedAt - a.publishedAt).slice(0, feed.window ?? 20)
    const body = rssDocument(feed.title ?? 'A feed', shown, feed.withoutDates === true)
    const headers: Record<string, string> = {
      'content-type': 'application/rss+xml; charset=utf-8',
      ...feed.headers,
    }
    if (Number.isFinite(now)) headers['date'] = new Date(now).toUTCString()
    if (feed.withoutValidators !== true) {
      headers['etag'] = `W/"${createHash('sha1').update(body).digest('hex').slice(0, 16)}"`
      const newest = shown[0]
      if (newest !== undefined) headers['last-modified'] = new Date(newest.publishedAt).toUTCString()
    }
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
    if (isKnown) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(body)
  }
}

/** The text of an RSS 2.0 document. */
export function rssDocument(title: string, postings: readonly ServedPosting[], withoutDates = false): string {
  const items = postings.map((posting) => {
    const link = posting.link === undefined ? '' : `<link>${escape(posting.link)}</link>`
    const guid = posting.guid === undefined ? '' : `<guid isPermaLink="false">${escape(posting.guid)}</guid>`
    const date = withoutDates ? '' : `<pubDate>${new Date(posting.publishedAt).toUTCString()}</pubDate>`
    return `<item><title>${escape(posting.title)}</title>${link}${guid}${date}<description>${escape(posting.text ?? '')}</description></item>`
  })
  const head = `<title>${escape(title)}</title><link>http://example.org/</link><description>${escape(title)}</description>`
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>${head}\n${items.join('\n')}\n</channel></rss>\n`
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** Any status, for 410, 429 with { 'retry-after': '120' }, 503 … */
export function status(code: number, headers: Headers = {}, body = ''): Route {
  return (_request, response) => void response.writeHead(code, headers).end(body)
}

export function redirect(location: string, code: 301 | 302 | 303 | 307 | 308 = 302): Route {
  return status(code, { location })
}

/** Sends the head at once and the body after `delayMs`, when anybody still waits. */
export function slow(delayMs: number, body = ''): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' })
    response.flushHeaders()
    const timer = setTimeout(() => response.end(body), delayMs)
    response.once('close', () => clearTimeout(timer))
  }
}

/** Sends `bytes` blanks without saying how many there will be. */
export function huge(bytes: number): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' })
    const piece = Buffer.alloc(65_536, ' ')
    let left = bytes
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length
        if (!response.write(piece)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  }
}

/** Promises the whole body and breaks off in the middle. */
export function truncated(body: string): Route {
  return (_request, response) => {
    response.writeHead(200, {
      'content-length': Buffer.byteLength(body),
      'content-type': 'application/rss+xml',
    })
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }
}

/** Cuts the connection without an answer. */
export function reset(): Route {
  return (request) => void request.socket.resetAndDestroy()
}

/** A small gzip body that unpacks to `bytes`. */
export function gzipBomb(bytes: number): Route {
  const packedBody = gzipSync(Buffer.alloc(bytes, 'A'))
  return packed(packedBody, 'gzip')
}

/** A body that is packed already. */
export function packed(body: Buffer, encoding: string): Route {
  return (_request, response) =>
    void response
      .writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/rss+xml' })
      .end(body)
}
