import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { discoverFeeds } from '#lib/documents/discover/discover-feed.ts'
import type { Discovery, DiscoveryTools } from '#lib/documents/discover/discover-feed.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import type { Resolve } from '#lib/documents/door/resolve-name.ts'
import { readPage } from '#lib/documents/discover/read-page.ts'
import { challengePage, loginPage } from '#tests/support/data/barriers.ts'
import { redirect, slow, status } from '#tests/support/servers/feed-answers.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import type { FeedServer } from '#tests/support/servers/feed-server.ts'

const monday = Date.UTC(2026, 0, 5)
const postings = [0, 1, 2].map((day) => ({
  guid: `${day}`,
  title: `Day ${day}`,
  publishedAt: monday + day * 86_400_000,
}))
let server: FeedServer
beforeAll(async () => {
  server = await createFeedServer()
})
beforeEach(() => server.route('*', (_request, response) => void response.writeHead(404).end()))
afterAll(() => server.close())

function discover(path: string, networks = ['127.0.0.0/8'], budgetMs = 5_000): Promise<Discovery> {
  return discoverAt(server.origin + path, { networks, budgetMs })
}

function discoverAt(
  address: string,
  {
    networks = ['127.0.0.0/8'],
    budgetMs = 5_000,
    onFeed,
    ...guard
  }: {
    readonly networks?: string[]
    readonly budgetMs?: number
    readonly onFeed?: DiscoveryTools['onFeed']
    readonly resolve?: Resolve
  },
): Promise<Discovery> {
  const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: networks, timeoutMs: 5_000, ...guard }
  return discoverFeeds(address, {
    fetch: (url, signal) => fetchFeed({ url, etag: null, lastModified: null, signal }, options),
    parse: parseFeed,
    readPage: (page) => Promise.resolve(readPage(page)),
    budgetMs,
    ...(onFeed !== undefined && { onFeed }),
  })
}

const htmlType = { 'content-type': 'text/html' }
const page = (head: string, body = '') =>
  document(`<html><head>${head}</head><body>${body}</body></html>`, 'text/html')
const urls = (discovery: Discovery) =>
  discovery.kind === 'found' ? discovery.candidates.map(({ url }) => url) : discovery

describe('discoverFeeds', () => {
  it('takes a feed as it is and describes it', async () => {
    server.route('/direct', rss({ title: 'Direct', postings }))
    const found = await discover('/direct')
    expect(found).toMatchObject({
      kind: 'found',
      candidates: [
        {
          title: 'Direct',
          kind: 'RSS 2.0',
          entriesCount: 3,
          postingsPerDay: null,
          lastPostingAt: monday + 2 * 86_400_000,
        },
      ],
    })
    expect(found.kind === 'found' ? found.candidates[0]?.sample[0] : null).toMatchObject({ title: 'Day 2' })
  })

  it('shows notes without a title by their first words', async () => {
    const text = 'The first swallow came today.'
    const [bare, named] = ['https://example.org/1', 'Swallows'].map((title, at) => ({
      ...{ guid: title, title, link: 'https://example.org/1', text, publishedAt: monday - at },
    }))
    server.route(
      '/notes',
      rss({ title: 'Notes', postings: [bare, named].filter((one) => one !== undefined) }),
    )
    const found = await discover('/notes')
    expect(found.kind === 'found' && found.candidates[0]?.sample.map(({ title }) => title)).toEqual([
      text,
      'Swallows',
    ])
  })

  it('shows a feed without an icon by that of the page that named it', async () => {
    const feed = '<link rel="alternate" type="application/rss+xml" href="/iconless">'
    const icons =
      '<link rel=icon sizes="16x16 32x32" href=/s.png><link rel=icon sizes=128x128 href=/m.png><link rel=icon sizes=512x512 href=/l.png>'
    server.route('/with-icons', page(feed + icons))
    server.route('/iconless', rss({ title: 'Iconless', postings }))
    expect(await discover('/with-icons')).toMatchObject({
      candidates: [{ iconUrl: `${server.origin}/m.png` }],
    })
    expect(await discover('/iconless')).toMatchObject({ candidates: [{ iconUrl: null }] })
  })

  it('hands on the documents of feeds, whole, and of nothing else that it fetched', async () => {
    const link = (path: string) => `<link rel="alternate" type="application/rss+xml" href="${path}">`
    server.route('/named', page(`${link('/is-feed')}${link('/is-page')}${link('/moved-feed')}`))
    server.route('/is-feed', rss({ title: 'Feed', postings }))
    server.route('/is-page', page(''))
    server.route('/moved-feed', redirect('/arrived-feed', 301))
    server.route('/arrived-feed', rss({ title: 'Arrived', postings }))
    const told = new Map<string, string | undefined>()
    const found = await discoverAt(`${server.origin}/named`, {
      onFeed: (url, { body }) => told.set(url, /<title>(\w+)/.exec(body.toString())?.[1]),
    })
    const feeds = { [`${server.origin}/is-feed`]: 'Feed', [`${server.origin}/arrived-feed`]: 'Arrived' }
    expect(Object.fromEntries(told)).toEqual(feeds)
    expect(urls(found)).toEqual(Object.keys(feeds))
  })

  it('says how often a feed posts from five dates on', async () => {
    const daily = (days: number) =>
      Array.from({ length: days }, (_, day) => ({
        guid: `${day}`,
        title: `Day ${day}`,
        publishedAt: monday + day * 86_400_000,
      }))
    for (const [days, rate] of [
      [4, null],
      [5, 1],
    ] as const) {
      server.route(`/days-${days}`, rss({ title: 'Daily', postings: daily(days) }))
      expect(await discover(`/days-${days}`)).toMatchObject({ candidates: [{ postingsPerDay: rate }] })
    }
  })

  it('comes to a YouTube handle although visitors are asked for consent first', async () => {
    const { port } = new URL(server.origin)
    const youtube = `http://www.youtube.com:${port}`
    const consent = redirect(`http://consent.youtube.com:${port}/m?continue=x`, 303)
    server.route('/m', page('<title>Before you continue</title>'))
    server.route('/@harbour', (request, response) => {
      const hasAnswered = /(^|; )SOCS=CAI(;|$)/.test(request.headers.cookie ?? '')
      const channel = page('', '{"externalId":"UCabcdefghijklmnopqrstuv"}')
      void (hasAnswered ? channel : consent)(request, response)
    })
    server.route('/feeds/videos.xml', rss({ title: 'Harbour films', postings }))
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    const found = await discoverAt(`${youtube}/@harbour`, { resolve })
    expect(urls(found)).toEqual([`${youtube}/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv`])
    await discoverAt(`http://harbour.example:${port}/@harbour`, { resolve })
    expect(server.requests.filter(({ path }) => path === '/@harbour').at(-1)?.headers.cookie).toBeUndefined()
  })

  it.each([
    ['refuses with a check', status(403, { 'cf-mitigated': 'challenge' }), 'challenge'],
    ['sends the page of a check', status(200, htmlType, challengePage), 'challenge'],
    [
      'sends the page of a check as an error',
      status(503, { ...htmlType, 'cf-mitigated': 'challenge' }),
      'challenge',
    ],
    ['asks for a login', status(200, htmlType, loginPage), 'login'],
  ])('says so where the server %s', async (_, route, barrier) => {
    server.route('/barred', route)
    expect(await discover('/barred')).toMatchObject({
      kind: 'failed',
      errorKind: 'no-feed',
      reason: 'noFeedBecause',
      failure: { barrier },
    })
  })

  it('says so where the page is open and its feed is not', async () => {
    server.route('/open', page('<link rel="alternate" type="application/rss+xml" href="/closed">'))
    server.route('/closed', status(401))
    expect(await discover('/open')).toMatchObject({ reason: 'noFeedBecause', failure: { barrier: 'login' } })
  })

  it('says nothing of a login that answers where nobody said that a feed is', async () => {
    server.route('/shop', page('<p>Boots and oars.</p>'))
    for (const guess of ['/feed', '/rss', '/atom.xml', '/feed.xml', '/rss.xml', '/index.xml'])
      server.route(guess, status(200, htmlType, loginPage))
    expect(await discover('/shop')).toMatchObject({ kind: 'failed', reason: 'noFeedAt' })
  })

  it('finds what a page declares, comments last, dead links left out', async () => {
    server.route(
      '/blog',
      page(
        '<link rel=alternate type="application/rss+xml" href="/comments/feed"><LINK REL="alternate" TYPE="application/atom+xml" HREF="/main"><link rel=alternate type="application/rss+xml" href="/dead">',
      ),
    )
    server.route('/comments/feed', rss({ title: 'Comments on Blog', postings }))
    server.route('/main', rss({ title: 'Blog', postings }))
    expect(urls(await discover('/blog'))).toEqual([`${server.origin}/main`, `${server.origin}/comments/feed`])
  })

  it.each([
    ['/opinions', 'Réactions » Flux des commentaires', 'Journal'],
    ['/blog-de', 'Blog » Kommentar-Feed', 'Blog'],
    ['/blog-fi', 'Blogi » kommenttien syöte', 'Blogi'],
    ['/blog-el', 'Ιστολόγιο » Ροή Σχολίων', 'Ιστολόγιο'],
    ['/blog-ru', 'Блог » Лента комментариев', 'Блог'],
    ['/blog-et', 'Blogi » Kommentaaride RSS', 'Blogi'],
    ['/blog-lv', 'Blogs » Komentāru plūsma', 'Blogs'],
    ['/blog-fa', 'وبلاگ » خوراک دیدگاه‌ها', 'وبلاگ'],
    ['/blog-hi', 'ब्लॉग » टिप्पणी फ़ीड', 'ब्लॉग'],
  ])('puts the feed of comments last in the language of %s', async (path, title, name) => {
    server.route(
      path,
      page(
        `<link rel=alternate type="application/rss+xml" title="${title}" href="${path}/1"><link rel=alternate type="application/rss+xml" title="${name}" href="${path}/2">`,
      ),
    )
    for (const number of [1, 2]) server.route(`${path}/${number}`, rss({ title: name, postings }))
    expect(urls(await discover(path))).toEqual([2, 1].map((number) => `${server.origin}${path}/${number}`))
  })

  it('puts a feed without postings behind the others, and before the comments', async () => {
    const link = (address: string) => `<link rel="alternate" type="application/rss+xml" href="${address}">`
    server.route('/three', page(['/three/comments', '/three/empty', '/three/full'].map(link).join('')))
    server.route('/three/comments', rss({ title: 'Comments', postings }))
    server.route('/three/empty', rss({ title: 'Empty', postings: [] }))
    server.route('/three/full', rss({ title: 'Full', postings }))
    const found = ['full', 'empty', 'comments'].map((name) => `${server.origin}/three/${name}`)
    expect(urls(await discover('/three'))).toEqual(found)
  })

  it.each(['0; /moved/', '0;url=/moved/', ' 5 ; URL = "/moved/" ', '0,/moved/'])(
    'follows a page that moves its readers by "%s"',
    async (content) => {
      server.route('/left', page(`<meta http-equiv="refresh" content='${content}'>`))
      server.route('/moved/', page('', '<a href="/flux">Flux</a>'))
      server.route('/flux', rss({ title: 'Moved', postings }))
      expect(urls(await discover('/left'))).toEqual([`${server.origin}/flux`])
    },
  )

  it('knows the comments of WordPress without pretty addresses by their query', async () => {
    const all = '/by-query/?feed=rss2'
    const comments = '/by-query/?feed=comments-rss2'
    const link = (href: string) => `<link rel=alternate type="application/rss+xml" title="F" href="${href}">`
    server.route('/queries', page(link(comments) + link(all)))
    server.route('/by-query/', rss({ title: 'Plain', postings }))
    expect(urls(await discover('/queries'))).toEqual([all, comments].map((path) => server.origin + path))
  })

  it('follows a link whose words or picture say that it is a feed', async () => {
    server.route(
      '/worded',
      page(
        '',
        '<a href="/feedback">Feedback</a> <a href="/go/1"><b>Atom</b></a> <a href="/y"><img alt="RSS"></a>',
      ),
    )
    server.route('/go/1', rss({ title: 'X', postings }))
    server.route('/y', rss({ title: 'Y', postings }))
    expect(urls(await discover('/worded'))).toEqual([`${server.origin}/go/1`, `${server.origin}/y`])
  })

  it('goes where a page moves its readers, to a feed or to another page, and ends where pages move in a circle', async () => {
    const move = (to: string) => page(`<META HTTP-EQUIV=Refresh CONTENT="2; URL='${to}'">`)
    server.route('/gone', move('new/'))
    server.route('/new/', page('<link rel=alternate type="application/rss+xml" href="feed">'))
    server.route('/new/feed', rss({ title: 'New', postings }))
    server.route('/gone.xml', move('/new/feed'))
    server.route('/round', move('/trip'))
    server.route('/trip', move('/round'))
    expect(urls(await discover('/gone'))).toEqual([`${server.origin}/new/feed`])
    expect(urls(await discover('/gone.xml'))).toEqual([`${server.origin}/new/feed`])
    expect(await discover('/round')).toMatchObject({ kind: 'failed' })
  })

  it('says what answered in place of the page that its readers are moved to', async () => {
    server.route('/to-check', page('<meta http-equiv="refresh" content="0; url=/checked">'))
    server.route('/checked', status(200, htmlType, challengePage))
    expect(await discover('/to-check')).toMatchObject({
      ...{ reason: 'noFeedBecause', failure: { barrier: 'challenge' } },
    })
  })

  it('asks the directory for the feed of a podcast at Apple, and takes nothing else from it', async () => {
    server.route(
      '/lookup',
      document(`{"results":[{"feedUrl":"${server.origin.replaceAll('/', '\\/')}/cast"}]}`, 'text/javascript'),
    )
    server.route('/cast', rss({ title: 'Cast', postings }))
    const found = async (page: string) => {
      const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: ['127.0.0.0/8'], timeoutMs: 5_000 }
      const asked: string[] = []
      const discovery = await discoverFeeds(page, {
        // Apple itself is not asked: its pages are the far end of the network.
        fetch: (url, signal) => {
          asked.push(url)
          const own = url.startsWith(server.origin) ? url : `${server.origin}/nothing`
          return fetchFeed({ url: own, etag: null, lastModified: null, signal }, options)
        },
        parse: parseFeed,
        readPage: (page) => Promise.resolve(readPage(page)),
        podcastDirectory: `${server.origin}/lookup`,
      })
      return { urls: urls(discovery), asked }
    }
    const page = 'https://podcasts.apple.com/de/podcast/the-cast/id1234567890?i=1000'
    const { urls: candidates, asked } = await found(page)
    expect(candidates).toEqual([`${server.origin}/cast`])
    expect(asked).toContain(`${server.origin}/lookup?id=1234567890&entity=podcast`)
    server.route('/lookup', document('<html>busy</html>', 'text/html'))
    expect((await found(page)).urls).toMatchObject({ kind: 'failed' })
  })

  it('finds the feed that the data of a podcast page names', async () => {
    const feed = `${server.origin}/cast`.replaceAll('/', String.raw`\u002F`)
    server.route('/episode', page('', `<script>{"rssFeedUrl": "${feed}"}</script>`))
    server.route('/cast', rss({ title: 'Cast', postings }))
    expect(urls(await discover('/episode'))).toEqual([`${server.origin}/cast`])
  })

  it('fetches four of many candidates at a time, as each may be large', async () => {
    let [running, most] = [0, 0]
    server.route('/many-feeds', (request, response) => {
      most = Math.max(most, (running += 1))
      setTimeout(() => {
        running -= 1
        rss({ title: 'One of many', postings })(request, response)
      }, 50)
    })
    const link = (at: number) => `<link rel="alternate" type="application/rss+xml" href="/many-feeds?${at}">`
    server.route('/many', page(Array.from({ length: 12 }, (_, at) => link(at)).join('')))
    expect(urls(await discover('/many'))).toHaveLength(12)
    expect(most).toBe(4)
  })

  it('reads the Link header and follows redirects', async () => {
    server.route('/moved', redirect('/header'))
    server.route(
      '/header',
      document('<html>x</html>', 'text/html', {
        link: '</main>; rel="alternate"; type="application/rss+xml"',
      }),
    )
    server.route('/main', rss({ title: 'Blog', postings }))
    expect(urls(await discover('/moved'))).toEqual([`${server.origin}/main`])
  })

  it('keeps the address that was asked for when a redirect on the way is temporary', async () => {
    server.route('/real', rss({ title: 'Moving', postings }))
    server.route('/found', redirect('/real', 302))
    server.route('/temporary', redirect('/real', 307))
    server.route('/permanent', redirect('/real', 308))
    server.route('/mixed', redirect('/temporary', 301))
    for (const path of ['/found', '/temporary', '/mixed'])
      expect(urls(await discover(path))).toEqual([server.origin + path])
    expect(urls(await discover('/permanent'))).toEqual([`${server.origin}/real`])
    server.route('/page', page('<link rel=feed href="/found"><link rel=feed href="/temporary">'))
    expect(urls(await discover('/page')), 'one feed at two addresses').toEqual([`${server.origin}/found`])
  })

  it('falls back to links in the text, then to well-known paths', async () => {
    server.route('/links', page('', '<a href="/my/rss.xml">RSS</a> <a href="/about">About</a>'))
    server.route('/my/rss.xml', rss({ title: 'Linked', postings }))
    expect(urls(await discover('/links'))).toEqual([`${server.origin}/my/rss.xml`])
    server.route('/plain/', page('', 'nothing'))
    server.route('/plain/feed.xml', rss({ title: 'Known', postings }))
    expect(urls(await discover('/plain/'))).toEqual([`${server.origin}/plain/feed.xml`])
  })

  it('says in words why nothing was found', async () => {
    server.route('/nothing', page('', 'nothing'))
    expect(await discover('/nothing')).toMatchObject({
      kind: 'failed',
      errorKind: 'no-feed',
      reason: 'noFeedAt',
      values: { url: `${server.origin}/nothing` },
    })
    expect(await discover('/nothing', [])).toMatchObject({ errorKind: 'not-allowed' })
    const { host } = new URL(server.origin)
    server.route('/broken', status(500))
    expect(await discover('/broken')).toMatchObject({
      errorKind: 'no-answer',
      reason: 'hostError',
      values: { host, status: 500 },
    })
    server.route('/gone', status(410))
    expect(await discover('/gone')).toMatchObject({
      errorKind: 'no-answer',
      reason: 'hostGone',
      values: { host },
    })
    expect(await discover('/missing')).toMatchObject({ errorKind: 'no-feed' })
    server.route('/never', slow(60_000))
    // The reader who pasted the address is told that the host was silent, not that we gave up.
    expect(await discover('/never', ['127.0.0.0/8'], 200)).toMatchObject({
      errorKind: 'no-answer',
      failure: { errorKind: 'timeout' },
    })
    expect(
      await discoverFeeds('not an address', {
        fetch: () => Promise.reject(new Error('fetched')),
        parse: parseFeed,
        readPage: () => Promise.reject(new Error('read')),
      }),
    ).toMatchObject({ errorKind: 'bad-address' })
  })

  it('says why a feed that a page names did not come, and that there is none only after a whole search', async () => {
    const { host } = new URL(server.origin)
    const namesOne = page('<link rel=alternate type="application/rss+xml" href="/its-feed">')
    server.route('/names-one', namesOne)
    server.route('/its-feed', status(503))
    expect(await discover('/names-one')).toMatchObject({
      errorKind: 'no-answer',
      reason: 'hostUnavailable',
    })
    server.route('/its-feed', status(410))
    expect(await discover('/names-one')).toMatchObject({ errorKind: 'no-answer', reason: 'hostGone' })
    server.route('/its-feed', status(404))
    expect(await discover('/names-one')).toMatchObject({
      ...{ errorKind: 'no-feed', values: { url: `${server.origin}/its-feed` } },
      failure: { httpStatus: 404 },
    })
    server.route('/moves', page('<meta http-equiv="refresh" content="0; url=/arrives">'))
    server.route('/arrives', status(500))
    expect(await discover('/moves')).toMatchObject({ errorKind: 'no-answer', values: { host, status: 500 } })
    server.route('/its-feed', slow(60_000))
    expect(await discover('/names-one', ['127.0.0.0/8'], 700)).toMatchObject({
      ...{ errorKind: 'no-answer', reason: 'searchEnded' },
      values: { host },
    })
  })

  it('says it of the first that the page names, of no guess, and of no address that nobody may ask', async () => {
    server.route(
      '/names-two',
      page('<link rel=alternate type="application/rss+xml" href="/first"><link rel=feed href="/second">'),
    )
    server.route('/first', (_request, response) => void setTimeout(() => response.writeHead(410).end(), 200))
    server.route('/second', status(500))
    expect(await discover('/names-two')).toMatchObject({ reason: 'hostGone' })
    for (const path of ['/@ada', '/bare']) server.route(path, page('', 'nothing'))
    server.route('/@ada.rss', status(500))
    expect(await discover('/@ada')).toMatchObject({ reason: 'noFeedAt' })
    server.route('/feed', slow(60_000))
    expect(await discover('/bare', ['127.0.0.0/8'], 700)).toMatchObject({ reason: 'noFeedAt' })
    server.route('/linking', page('', '<a href="/never.xml">RSS</a>'))
    server.route('/never.xml', slow(60_000))
    expect(await discover('/linking', ['127.0.0.0/8'], 700)).toMatchObject({ reason: 'searchEnded' })
    server.route('/inward', page('<link rel=feed href="http://10.0.0.1/feed">'))
    expect(await discover('/inward')).toMatchObject({ reason: 'noFeedAt' })
  })
})
