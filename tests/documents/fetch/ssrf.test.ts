import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discoverFeeds } from '#lib/documents/discover/discover-feed.ts'
import { tryToRead } from '#lib/polling/load-full-texts.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { startDeadline } from '#lib/documents/door/deadline.ts'
import { fetchImage } from '#lib/documents/fetch/fetch-image.ts'
import { guardedRequest } from '#lib/documents/door/guarded-request.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { readPage } from '#lib/documents/discover/read-page.ts'
import { postForm } from '#lib/documents/fetch/post-form.ts'
import { redirect } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

/**
 * Two servers on this machine: 127.0.0.2 plays the web and may be asked, 127.0.0.1 plays what must stay out of reach.
 * A hole in the guard does not only return the wrong word: the second server hears of it. Miniflux asked whatever an address
 * or a redirect named (GHSA-xwh2-742g-w3wp).
 */
let server: FeedServer
let port: string
const allowed = ['127.0.0.2/32']
const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: allowed, timeoutMs: 4_000 }

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  port = new URL(server.origin).port
  server.route('*', rss({ postings: [{ title: 'secret', publishedAt: 0 }] }))
})
afterAll(() => server.close())

/**
 * The functions of the door, and what is built upon them: does each refuse the address? No other way leads out
 * (tests/documents/door/one-door.test.ts), so that what fetches sources, lists, robots.txt or asks hubs is covered with them, and
 * whatever comes.
 */
const places: Record<string, (address: string) => Promise<boolean>> = {
  'the door itself': async (url) => {
    const deadline = startDeadline(4_000, undefined)
    const request = { method: 'GET', headers: {}, maxBytes: 1_000, isWanted: () => true } as const
    return guardedRequest(url, request, options, deadline)
      .then(
        () => false,
        () => true,
      )
      .finally(deadline.release)
  },
  'a document (sources, lists, robots.txt)': async (url) => {
    const answer = await fetchFeed({ url, etag: null, lastModified: null }, options)
    return answer.kind === 'failed' && isRefusal(answer.errorKind)
  },
  'a redirect of a document': async (url) => {
    server.route('/away', redirect(rawUtf8(url)), server.origins[1])
    const away = `${server.origins[1] ?? ''}/away`
    const answer = await fetchFeed({ url: away, etag: null, lastModified: null }, options)
    return answer.kind === 'failed' && isRefusal(answer.errorKind)
  },
  'a form (hubs, clouds)': async (url) => {
    const answer = await postForm(url, { 'hub.mode': 'subscribe' }, options)
    return answer.kind === 'failed' && isRefusal(answer.errorKind)
  },
  'a redirect of a form': async (url) => {
    server.route('/hub', redirect(encodeURI(url), 307), server.origins[1])
    const answer = await postForm(`${server.origins[1] ?? ''}/hub`, { 'hub.mode': 'subscribe' }, options)
    // What is no address for a URL parser is not followed.
    return answer.kind === 'failed' ? isRefusal(answer.errorKind) : answer.kind === 'answered'
  },
  'a picture': async (url) => (await fetchImage(url, options)).kind === 'failed',
  'a redirect of a picture': async (url) => {
    server.route('/picture', redirect(rawUtf8(url)), server.origins[1])
    return (await fetchImage(`${server.origins[1] ?? ''}/picture`, options)).kind === 'failed'
  },
  'a full text': async (url) => (await readOriginal(url)).kind === 'failed',
  'a redirect of a full text': async (url) => {
    server.route('/article', redirect(rawUtf8(url)), server.origins[1])
    return (await readOriginal(`${server.origins[1] ?? ''}/article`)).kind === 'failed'
  },
  'a search for feeds': async (url) => (await discover(url)).kind === 'failed',
  'a page that names a feed': async (url) => {
    const page = `<!doctype html><link rel="alternate" type="application/rss+xml" href="${url}">`
    server.route('/page', (_, response) => void response.end(page), server.origins[1])
    return (await discover(`${server.origins[1] ?? ''}/page`)).kind === 'failed'
  },
}

/** As servers send addresses. */
function rawUtf8(url: string): string {
  return Buffer.from(url, 'utf8').toString('latin1')
}

function readOriginal(url: string) {
  const articles = { extract: () => Promise.reject(new Error('a page was read')) }
  const ask = async (address: string) => ({
    ...(await fetchFeed({ url: address, etag: null, lastModified: null }, options)),
    wasAsked: true,
  })
  return tryToRead(url, articles, { now: Date.now, ask })
}

/** "localhost." has no address on some machines. */
function isRefusal(errorKind: string): boolean {
  return ['private-address', 'bad-url', 'dns'].includes(errorKind)
}

/** The other addresses of the web server hold nothing, so that only the named one can be found. */
function discover(url: string) {
  return discoverFeeds(url, {
    budgetMs: 3_000,
    parse: (document) => Promise.resolve(parseFeed(document)),
    readPage: (document) => Promise.resolve(readPage(document)),
    fetch: (address, signal) => {
      const isGuess = address.startsWith(server.origins[1] ?? '') && !address.endsWith('/page')
      const target = isGuess ? `${server.origins[1] ?? ''}/page` : address
      return fetchFeed({ url: target, etag: null, lastModified: null, signal }, options)
    },
  })
}

const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...['0177.0.0.0x1', '0', '0.0.0.0', '00', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1.'],
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
  ],
  ...['localhost', 'LOCALHOST', 'localhost.'],
]
const addresses = [
  ...hosts.map((host) => (at: string) => `http://${host}:${at}/`),
  (at: string) => `http://someone@127.0.0.1:${at}/`,
  (at: string) => `http://someone:secret@127.0.0.1:${at}/`,
  (at: string) => `http://127.0.0.2@127.0.0.1:${at}/`,
  (at: string) => `http://127.0.0.1:${at}\\@127.0.0.2/`,
  (at: string) => `http:\\\\127.0.0.1:${at}\\`,
  () => 'http://127.0.0.2:22/',
  () => 'http://127.0.0.2:5432/',
  () => 'http://127.0.0.2:6379/',
  () => 'http://10.0.0.1/',
  () => 'http://192.168.0.1/',
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'http://[fd00:ec2::254]/latest/meta-data/',
  () => 'http://100.100.100.200/',
  () => 'file:///etc/passwd',
  () => 'gopher://127.0.0.2:70/',
  () => 'ftp://127.0.0.2/',
]

describe.each(Object.keys(places))('%s', (place) => {
  it.each(addresses.map((address) => [address('PORT'), address] as const))(
    'never leads to %s',
    async (_, address) => {
      const asked = server.requests.length
      expect(await places[place]?.(address(port))).toBe(true)
      const reached = server.requests.slice(asked).filter(({ origin }) => origin === server.origin)
      expect(reached).toEqual([])
    },
  )
})
