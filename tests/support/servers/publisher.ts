import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { status } from './feed-answers.ts'
import { document, rssDocument, type ServedPosting } from './feed-documents.ts'
import { createFeedServer, type Route } from './feed-server.ts'
import { largeFolder } from '#tests/support/data/test-data.ts'

/** Sites with a feed each, every one on a host of its own: one host is asked only once at a time, with pauses. */
export type Publishers = {
  /** A site with a feed made of these postings, oldest first. */
  readonly site: (title: string, postings: readonly ServedPosting[]) => Publisher
  /** A site whose feed is a real document, of this title; where the corpus is not at hand, one of ten made postings. */
  readonly realSite: (file: string, title: string) => Publisher
  readonly close: () => Promise<void>
}

export type Publisher = {
  /** Address of the home page, which names the feed. */
  readonly siteUrl: string
  readonly feedUrl: string
  /** Adds a posting at the top of the feed. */
  readonly post: (posting: ServedPosting) => void
  /** Replaces words wherever they stand in the feed. */
  readonly rewrite: (before: string, after: string) => void
  /** From now on the feed is not there. */
  readonly fail: () => void
}

export async function startPublishers(hosts = 24): Promise<Publishers> {
  // All files of tests share a database: what a host asked for in one must not bind the hosts of another.
  const server = await createFeedServer({ hosts, network: randomInt(254 * 254) })
  let taken = 0
  function publish(title: string, start: string): Publisher {
    const origin = server.origins[taken]
    if (origin === undefined) throw new Error(`All ${hosts} hosts publish already.`)
    taken += 1
    let feed = start
    const serveFeed: Route = (request, response) => document(feed, contentTypeOf(feed))(request, response)
    server.route('/', document(homePage(title, contentTypeOf(feed)), 'text/html; charset=utf-8'), origin)
    server.route('/feed', serveFeed, origin)
    return {
      siteUrl: `${origin}/`,
      feedUrl: `${origin}/feed`,
      post: (posting) => {
        feed = withPosting(feed, posting)
      },
      rewrite: (before, after) => {
        feed = feed.replaceAll(before, after)
      },
      fail: () => server.route('/feed', status(503), origin),
    }
  }
  const site: Publishers['site'] = (title, postings) =>
    publish(title, rssDocument(title, postings.toReversed()))
  return {
    site,
    realSite: (file, title) => {
      const corpus = largeFolder('feed-corpus')
      if (corpus !== null) return publish(title, readFileSync(path.join(corpus, file), 'utf8'))
      return site(title, makePostings(title, 10, Date.now() - 3_600_000))
    },
    close: server.close,
  }
}

/** So many postings, one a minute, the newest published at `newestAt`. */
export function makePostings(name: string, count: number, newestAt: number): ServedPosting[] {
  return Array.from({ length: count }, (_, index) => ({
    guid: `${name} ${index + 1}`,
    title: `${name} ${index + 1}`,
    link: `http://example.org/${encodeURIComponent(name)}/${index + 1}`,
    text: `<p>The text of ${name}, number ${index + 1}.</p>`,
    publishedAt: newestAt - (count - 1 - index) * 60_000,
  }))
}

function contentTypeOf(feed: string): string {
  return feed.includes('<feed') ? 'application/atom+xml' : 'application/rss+xml'
}

function homePage(title: string, type: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title>
<link rel="alternate" type="${type}" title="${title}" href="/feed"></head><body><h1>${title}</h1></body></html>`
}

function withPosting(feed: string, { title, link = '', text = '', publishedAt }: ServedPosting): string {
  const at = new Date(publishedAt)
  if (feed.includes('<feed')) {
    const entry = `<entry><id>urn:${encodeURIComponent(title)}</id><title>${title}</title><link href="${link}"/><updated>${at.toISOString()}</updated><published>${at.toISOString()}</published><summary>${text}</summary></entry>`
    return insertBefore(feed, '<entry', '</feed>', entry)
  }
  const item = `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${title}</guid><pubDate>${at.toUTCString()}</pubDate><description>${text}</description></item>`
  return insertBefore(feed, '<item', '</channel>', item)
}

function insertBefore(feed: string, first: string, end: string, addition: string): string {
  const found = feed.indexOf(first)
  const place = found === -1 ? feed.indexOf(end) : found
  return feed.slice(0, place) + addition + feed.slice(place)
}
