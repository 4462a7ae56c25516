import { createHash } from 'node:crypto'
import type { Route } from './feed-server.ts'

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
  /** The time at which it appears, and its pubDate. */
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
