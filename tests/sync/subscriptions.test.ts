import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { ask } from '#tests/support/api/ask.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'

const server = withReaderApps()
let feeds: FeedServer
let app: ReaderApp
let stop: () => Promise<void>

beforeAll(async () => {
  feeds = await createFeedServer({ hosts: 2 })
  const parser = createParsePool()
  const url = process.env['DATABASE_URL'] ?? ''
  const stopAggregator = await startAggregator(aggregatorContext(server.database, parser), url)
  stop = async () => {
    await stopAggregator()
    await parser.close()
    await feeds.close()
  }
  const postings = [{ guid: 'a', title: 'First', publishedAt: Date.now() - 3_600_000 }]
  feeds.route('/feed', rss({ title: 'Good feed', postings }), feeds.origins[0])
  feeds.route(
    '/site',
    document(
      '<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>',
      'text/html',
    ),
  )
  feeds.route('/nothing', document('<html><body>Nothing here</body></html>', 'text/html'))
})
afterAll(() => stop())

beforeEach(async () => {
  await server.database.user.deleteMany()
  app = await server.app(await addReader(server.database, 'ada'))
})

type Listed = { id: string; title: string; url: string; categories: { id: string; label: string }[] }
const listed = async () => (await app.get('subscription/list')).body['subscriptions'] as Listed[]
const tags = async () =>
  ((await app.get('tag/list')).body['tags'] as { id: string; type?: string }[])
    .slice(2)
    .map(({ id, type }) => `${type} ${id.replace('user/-/label/', '')}`)
const add = (name: string, options = {}) => addSubscription(server.database, app.subscriberId, name, options)

test('a subscription has all that apps read of it, and one folder at most', async () => {
  const { sourceId, subscriptionId } = await add('site', { folderName: 'News' })
  await server.database.source.update({
    where: { id: sourceId },
    data: { title: 'Site', iconUrl: 'https://site.example/icon.png' },
  })
  await add('plain')
  const { id } = await server.database.label.create({
    data: { name: 'Daily', subscriberId: app.subscriberId, subscriptions: { create: { subscriptionId } } },
  })
  expect(id).toBeGreaterThan(0)
  expect(await listed()).toEqual([
    {
      id: expect.stringMatching(/^feed\/\d+$/) as string,
      title: 'https://plain.example/feed',
      url: 'https://plain.example/feed',
      htmlUrl: 'https://plain.example/feed',
      categories: [],
      sortid: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      firstitemmsec: expect.stringMatching(/^\d{13}$/) as string,
    },
    expect.objectContaining({
      id: `feed/${sourceId}`,
      title: 'Site',
      iconUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/v1\/images\?/) as string,
      categories: [{ id: 'user/-/label/News', label: 'News' }],
    }),
  ])
})

test('folders go by their paths, labels beside them, and a name is one of them', async () => {
  const folder = (name: string, parentId: number | null) =>
    server.database.folder.create({ data: { name, parentId, subscriberId: app.subscriberId } })
  const news = await folder('News', null)
  await folder('Science', news.id)
  await server.database.label.create({ data: { name: 'News', subscriberId: app.subscriberId } })
  await server.database.label.create({ data: { name: 'To cite', subscriberId: app.subscriberId } })
  expect(await tags()).toEqual(['folder News', 'folder News/Science', 'tag News (2)', 'tag To cite'])
  await app.post('rename-tag', { s: 'user/-/label/News/Science', dest: 'user/-/label/News/Research' })
  await app.post('rename-tag', { s: 'user/-/label/News', dest: 'user/-/label/World' })
  expect(await tags()).toEqual(['folder World', 'folder World/Research', 'tag News', 'tag To cite'])
  await app.post('rename-tag', { s: 'user/-/label/World/Research', dest: 'user/-/label/Top' })
  await app.post('rename-tag', { s: 'user/-/label/To cite', dest: 'user/-/label/News' })
  expect(await tags()).toEqual(['folder World', 'folder Top', 'tag News'])
  const odd = await app.post('rename-tag', { s: 'user/-/label/Nothing', dest: 'user/-/label/Else' })
  expect([odd.status, (await app.post('rename-tag', { s: 'user/-/label/Top', dest: 'x' })).status]).toEqual([
    200, 400,
  ])
})

test('a list is never answered as unchanged: Liferea would not ask for articles after that', async () => {
  await add('site', { folderName: 'News' })
  for (const path of ['tag/list', 'subscription/list']) {
    const { headers } = await app.get(path)
    expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null])
    const kept = {
      'if-none-match': '"pI3rcrRTHjnDtbpLIr5iUPgHclu", *',
      'if-modified-since': new Date().toUTCString(),
    }
    expect((await app.get(path, kept)).status).toBe(200)
  }
})

test('edit renames and moves: into a folder that is made, by adding alone, out of it by removing alone', async () => {
  const one = await add('one', { folderName: 'News' })
  const s = `feed/${one.sourceId}`
  const edit = (form: object) => app.post('subscription/edit', { ac: 'edit', s, ...form })
  expect((await edit({ t: 'Mine' })).text).toBe('OK')
  expect(await listed()).toMatchObject([{ title: 'Mine', categories: [{ label: 'News' }] }])
  await edit({ a: 'user/-/label/Fresh & new', r: 'user/-/label/News' })
  expect(await listed()).toMatchObject([{ categories: [{ id: 'user/-/label/Fresh & new' }] }])
  await edit({ a: 'user/-/label/News' })
  expect((await listed())[0]?.categories).toEqual([{ id: 'user/-/label/News', label: 'News' }])
  await edit({ r: 'user/-/label/Fresh & new' })
  expect((await listed())[0]?.categories).toEqual([{ id: 'user/-/label/News', label: 'News' }])
  await edit({ r: 'user/-/label/News' })
  expect((await listed())[0]?.categories).toEqual([])
  for (const other of ['feed/99999', 'feed/https://nothing.example/', 'x'])
    expect((await app.post('subscription/edit', { ac: 'edit', s: other, t: 'X' })).status).toBe(200)
  expect((await app.post('subscription/edit', { ac: 'destroy', s })).status).toBe(400)
})

test("another's subscription is neither renamed nor ended", async () => {
  const { sourceId } = await add('mine')
  const eve = await server.app(await addReader(server.database, 'eve'))
  await eve.post('subscription/edit', { ac: 'edit', s: `feed/${sourceId}`, t: 'Hers' })
  await eve.post('subscription/edit', { ac: 'unsubscribe', s: `feed/${sourceId}` })
  expect(await listed()).toMatchObject([{ title: 'https://mine.example/feed' }])
})

test('unsubscribing several keeps their stars; deleting a folder keeps its sources', async () => {
  const one = await add('one', { folderName: 'News' })
  const two = await add('two', { folderName: 'News' })
  await add('three', { folderName: 'News' })
  const [id = 0n] = await addPostings(server.database, one.sourceId, [{}])
  await app.post('edit-tag', { i: String(id), a: 'user/-/state/com.google/starred' })
  const s = [`feed/${one.sourceId}`, 'feed/https://two.example/feed']
  await app.post('subscription/edit', { ac: 'unsubscribe', s })
  expect(two.sourceId).toBeGreaterThan(0)
  expect(await listed()).toMatchObject([{ url: 'https://three.example/feed' }])
  const starred = await app.get('stream/items/ids?s=user/-/state/com.google/starred')
  expect(starred.body['itemRefs']).toHaveLength(1)
  await app.post('disable-tag', { s: ['user/-/label/News', 'user/-/label/Nothing'] })
  expect([await tags(), (await listed())[0]?.categories]).toEqual([[], []])
})

test('quickadd finds the feed of a site, in query and body, and gives the number that the list has', async () => {
  const url = `${feeds.origins[0]}/site`
  const { body } = await app.post(`subscription/quickadd?quickadd=${encodeURIComponent(url)}`, {
    quickadd: url,
  })
  expect(body).toEqual({
    numResults: 1,
    query: `${feeds.origins[0]}/feed`,
    streamId: expect.stringMatching(/^feed\/\d+$/) as string,
    streamName: 'Good feed',
  })
  expect(await listed()).toMatchObject([{ id: body['streamId'], title: 'Good feed' }])
  const again = await app.post('subscription/quickadd', { quickadd: `feed/${feeds.origins[0]}/feed` })
  expect(again.body).toMatchObject({ numResults: 1, streamId: body['streamId'] })
  const ids = await app.get(`stream/items/ids?s=${String(body['streamId'])}`)
  expect(ids.body['itemRefs']).toHaveLength(1)
})

test('quickadd and subscription/edit may be asked by GET, with the header alone', async () => {
  const url = `${feeds.origins[0]}/feed`
  const path = `subscription/quickadd?quickadd=${encodeURIComponent(url)}`
  const T = encodeURIComponent((await app.get('token')).text.trim())
  expect((await ask(`${server.url}/reader/api/0/${path}&T=${T}`)).status).toBe(401)
  const { status, body } = await app.get(path)
  expect([status, body]).toEqual([200, expect.objectContaining({ numResults: 1, query: url })])
  const stream = encodeURIComponent(String(body['streamId']))
  expect((await app.get(`subscription/edit?ac=edit&s=${stream}&t=By%20a%20link`)).text).toBe('OK')
  expect(await listed()).toMatchObject([{ id: body['streamId'], title: 'By a link' }])
})

test('quickadd of what has no feed is an answer with an error', async () => {
  for (const query of [`${feeds.origins[1]}/nothing`, 'not an address', '']) {
    const { status, body } = await app.post('subscription/quickadd', { quickadd: query })
    expect([status, body['numResults'], body['query']]).toEqual([200, 0, query])
    expect(String(body['error']).length).toBeGreaterThan(10)
  }
})

test('subscribe puts a feed with a name into a folder; what has none is refused with the reason', async () => {
  const s = `feed/${feeds.origins[0]}/feed`
  const made = { ac: 'subscribe', s, t: 'My feed', a: 'user/-/label/News' }
  for (let n = 0; n < 2; n += 1) expect((await app.post('subscription/edit', made)).text).toBe('OK')
  expect(await listed()).toMatchObject([{ title: 'My feed', categories: [{ label: 'News' }] }])
  const none = await app.post('subscription/edit', { ac: 'subscribe', s: `feed/${feeds.origins[1]}/nothing` })
  expect(none.status).toBe(400)
  expect(none.text.length).toBeGreaterThan(10)
})

test('the articles of a feed that subscribe has put in are there as soon as it is answered', async () => {
  const fresh = { guid: 'b', title: 'There at once', publishedAt: Date.now() - 3_600_000 }
  feeds.route('/fresh', rss({ title: 'Fresh feed', postings: [fresh] }), feeds.origins[1])
  const s = `feed/${feeds.origins[1]}/fresh`
  expect((await app.post('subscription/edit', { ac: 'subscribe', s })).text).toBe('OK')
  const [{ id, title } = { id: '', title: '' }] = await listed()
  expect(title).toBe('Fresh feed')
  expect((await app.get(`stream/items/ids?s=${id}`)).body['itemRefs']).toHaveLength(1)
})

test('a call that changes more than a hundred feeds or labels one by one is refused; feeds are ended together', async () => {
  const { sourceId } = await add('one')
  const s = [`feed/${sourceId}`, ...Array.from({ length: 100 }, (_, n) => `feed/${sourceId + n + 1}`)]
  const labels = s.map((_, n) => `user/-/label/L${n}`)
  for (const [path, form] of [
    ['subscription/edit', { ac: 'edit', s, t: s.map(() => 'New') }],
    ['subscription/edit', { ac: 'subscribe', s }],
    ['disable-tag', { s: labels }],
  ] as const)
    expect((await app.post(path, form)).status).toBe(400)
  expect(await listed()).toMatchObject([{ title: 'https://one.example/feed' }])
  expect((await app.post('subscription/edit', { ac: 'unsubscribe', s })).text).toBe('OK')
  expect(await listed()).toEqual([])
})

test('a server that is too busy to subscribe says so and when to come back, not that there is no feed', async () => {
  const { database } = server
  const refuse = "BEGIN RAISE EXCEPTION 'too many connections' USING ERRCODE = '53300'; END"
  await database.$executeRawUnsafe(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ ${refuse} $$`,
  )
  await database.$executeRawUnsafe(
    'CREATE TRIGGER refuse BEFORE INSERT ON "subscription" EXECUTE FUNCTION refuse()',
  )
  const url = `${feeds.origins[0]}/feed`
  const asked = [
    ['subscription/quickadd', { quickadd: url }],
    ['subscription/edit', { ac: 'subscribe', s: `feed/${url}` }],
  ] as const
  try {
    for (const [path, form] of asked) {
      const { status, headers, text } = await app.post(path, form)
      expect([path, status, text]).toEqual([path, 503, 'Service Unavailable'])
      expect(headers.get('retry-after')).toBe('1')
    }
  } finally {
    await database.$executeRawUnsafe('DROP FUNCTION refuse CASCADE')
  }
  expect((await app.post('subscription/quickadd', { quickadd: url })).body).toMatchObject({ numResults: 1 })
})

test('a list goes out as OPML and comes in as XML, as a file and as a field', async () => {
  await add('one', { folderName: 'News' })
  const exported = await app.get('subscription/export')
  expect(exported.headers.get('content-disposition')).toContain('attachment')
  const headers = { authorization: `GoogleLogin auth=${app.auth}` }
  const old = await ask(`${server.url}/reader/subscriptions/export`, { headers })
  expect(old.text).toBe(exported.text)
  const url = `${server.url}/reader/api/0/subscription/import`
  const file = new FormData()
  file.set('file', new Blob([exported.text], { type: 'text/x-opml' }), 'list.opml')
  const bodies = [
    ...['text/xml', 'application/x-www-form-urlencoded', 'text/plain'].map((type) => [exported.text, type]),
    [`\ufeff\n${exported.text}`, 'application/octet-stream'],
    [file],
    [new URLSearchParams({ opml: exported.text })],
  ] as const
  for (const [body, type] of bodies) {
    await server.database.subscription.deleteMany()
    const typed = type === undefined ? headers : { ...headers, 'content-type': type }
    const answer = await ask(url, { method: 'POST', body, headers: typed })
    expect(answer).toMatchObject({ status: 200, text: 'OK' })
    expect(await listed()).toMatchObject([
      { url: 'https://one.example/feed', categories: [{ label: 'News' }] },
    ])
  }
  // google-reader-api-tests sends both, and FreshRSS takes them.
  const empty = ['<outline text="Folder">\n    </outline>', ''].map(
    (each) => `<opml version="1.0"><body>${each}</body></opml>`,
  )
  for (const body of empty)
    expect(await ask(url, { method: 'POST', body, headers })).toMatchObject({ status: 200, text: 'OK' })
  for (const body of ['', 'no list', '<html/>']) {
    const answer = await ask(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'text/xml' },
    })
    expect(answer.status).toBe(400)
  }
})

test('unread counts are those of the lists, and their times stay when nothing comes', async () => {
  const { sourceId } = await add('counted', { folderName: 'News' })
  const muted = await add('muted')
  await server.database.subscription.update({ where: { id: muted.subscriptionId }, data: { isMuted: true } })
  const foundAt = Date.UTC(2026, 0, 5)
  const ids = await addPostings(server.database, sourceId, [{ foundAt }, { foundAt: foundAt + 1 }])
  await addPostings(server.database, muted.sourceId, [{}])
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  await app.post('edit-tag', { i: String(ids[0]), a: ['user/-/label/Cited', 'user/-/state/com.google/read'] })
  await app.post('edit-tag', { i: String(ids[1]), a: 'user/-/label/Cited' })
  const newest = `${foundAt + 1}000`
  expect((await app.get('unread-count')).body).toEqual({
    max: 1,
    unreadcounts: [
      { id: `feed/${sourceId}`, count: 1, newestItemTimestampUsec: newest },
      expect.objectContaining({ id: `feed/${muted.sourceId}`, count: 1 }),
      { id: 'user/-/label/News', count: 1, newestItemTimestampUsec: newest },
      { id: 'user/-/label/Cited', count: 1, newestItemTimestampUsec: newest },
      { id: 'user/-/state/com.google/reading-list', count: 1, newestItemTimestampUsec: newest },
    ],
  })
})
