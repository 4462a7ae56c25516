import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { mayFetchMore } from '#lib/handlers/images/load-image.ts'
import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { untilNothingIsLeft } from '#tests/support/measure/until.ts'
import {
  goClient,
  minifluxPassword,
  pythonClient,
  type MinifluxClient,
} from '#tests/support/programs/miniflux-app.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'

const server = withReaderApps()
const topId = 2_147_483_647
let feeds: FeedServer
let stop: () => Promise<void>
let reader: string
let go: MinifluxClient
let python: MinifluxClient

const words = 'The river rose in the night and the ferry did not cross until noon the next day. '

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
  const link = '<link rel="alternate" type="application/rss+xml" title="News" href="/feed">'
  feeds.route('/site', document(`<html><head>${link}</head></html>`, 'text/html'))
  feeds.route('/nothing', document('<html><body>Nothing here</body></html>', 'text/html'))
  const article = `<article><h1>River</h1>${`<p>${words.repeat(4)}</p>`.repeat(5)}</article>`
  feeds.route('/article', document(`<html><body>${article}</body></html>`, 'text/html'))
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#06a' } })
    .png()
    .toBuffer()
  feeds.route(
    '/icon.png',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  )
})
afterAll(() => stop())

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.source.deleteMany()
  await server.database.rateLimit.deleteMany()
  reader = await addReader(server.database, 'ada')
  const password = await minifluxPassword(server.database, reader)
  go = goClient(server.url, password)
  python = pythonClient(server.url, 'ada@example.org', password)
})

type Entry = { id: number; status: string; starred: boolean }
const entries = async (query = '') => {
  const { body } = await go('GET', `/v1/entries?order=id&limit=1000${query}`)
  return (body as { entries: Entry[] }).entries
}
const unread = async () => (await entries('&status=unread')).map(({ id }) => id)

/** A source with so many unread postings. */
async function addSource(name: string, count: number, options: { readonly folderName?: string } = {}) {
  const added = await addSubscription(server.database, reader, name, options)
  const ids = await addPostings(
    server.database,
    added.sourceId,
    Array.from({ length: count }, () => ({})),
  )
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  return { ...added, ids: ids.map(Number) }
}

test('entries are marked read and unread, starred and not, all that one call names', async () => {
  const { ids } = await addSource('site', 4)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  const put = (data: object, client = go) => client('PUT', '/v1/entries', data)
  expect(await put({ entry_ids: [a, b, 999_999], status: 'read' })).toMatchObject({ status: 204, text: '' })
  expect(await unread()).toEqual([c, d])
  await put({ entry_ids: [b], status: 'unread' }, python)
  expect(await unread()).toEqual([b, c, d])
  await put({ entry_ids: [c, d], status: 'read', starred: true })
  expect((await entries('&starred=true')).map(({ id, status }) => [id, status])).toEqual([
    [c, 'read'],
    [d, 'read'],
  ])
  await put({ entry_ids: [c], starred: false })
  expect((await entries('&starred=true')).map(({ id }) => id)).toEqual([d])
  for (const bad of [
    { entry_ids: [], status: 'read' },
    { entry_ids: [a] },
    { entry_ids: [a], status: 'removed' },
    {},
  ])
    expect(await put(bad)).toMatchObject({
      status: 400,
      body: { error_message: expect.any(String) as string },
    })
  expect((await go('PUT', '/v1/entries', '{')).status).toBe(400)
  // By the names of Miniflux, not of our own API.
  expect((await put({ entry_ids: [a] })).body).toEqual({
    error_message: 'either the status or the starred field must be specified',
  })
})

test.each(['bookmark', 'star'])(
  '%s turns the star over, with an empty body as newsboat sends it',
  async (path) => {
    const { ids } = await addSource('site', 1)
    const isStarred = async () => (await entries())[0]?.starred
    for (const expected of [true, false]) {
      expect(await python('PUT', `/v1/entries/${ids[0]}/${path}`)).toMatchObject({ status: 204, text: '' })
      expect(await isStarred()).toBe(expected)
    }
    expect((await go('PUT', `/v1/entries/999999/${path}`)).status).toBe(404)
  },
)

test('stars that are turned at once end where they began', async () => {
  const { ids } = await addSource('site', 3)
  const turns = ids.flatMap((id) => Array.from({ length: 6 }, () => go('PUT', `/v1/entries/${id}/star`)))
  expect((await Promise.all(turns)).map(({ status }) => status)).toEqual(Array(18).fill(204))
  expect((await entries()).map(({ starred }) => starred)).toEqual([false, false, false])
  await go('PUT', `/v1/entries/${ids[0]}/star`)
  expect((await entries()).map(({ starred }) => starred)).toEqual([true, false, false])
})

test('what was given may be sent back, however long its title is', async () => {
  const { sourceId, subscriptionId } = await addSource('site', 1)
  const path = `/v1/feeds/${sourceId}`
  const title = `${'Long '.repeat(59)}title`
  await server.database.source.update({ where: { id: sourceId }, data: { title } })
  const whole = (await go('GET', path)).body as object
  expect(whole).toMatchObject({ title })
  expect(await go('PUT', path, { ...whole, hide_globally: true })).toMatchObject({
    status: 201,
    body: { title, hide_globally: true },
  })
  expect((await go('PUT', path, { title: 'x'.repeat(201) })).status).toBe(400)
  const row = await server.database.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })
  expect(row).toMatchObject({ title: null, isMuted: true })

  const made = (await go('POST', '/v1/categories', { title: 'a'.repeat(100) })).body as { id: number }
  const inside = await server.database.folder.create({
    data: { name: 'Law', parentId: made.id, subscriberId: reader },
  })
  const category = `/v1/categories/${inside.id}`
  const own = `${'a'.repeat(100)}/Law`
  expect(await go('PUT', category, { title: own })).toMatchObject({ status: 201, body: { title: own } })
  expect((await go('PUT', category, { title: `${own}s` })).body).toMatchObject({ title: `${own}s` })
  expect((await go('PUT', category, { title: `${own}${'s'.repeat(98)}` })).status).toBe(400)
  expect((await go('PUT', category, { title: 'x'.repeat(101) })).status).toBe(400)
})

test('all of a feed, of a category and of the user is marked read, and nothing else', async () => {
  const one = await addSource('one', 1, { folderName: 'News' })
  const two = await addSource('two', 1)
  const three = await addSource('three', 1, { folderName: 'News' })
  const four = await addSource('four', 1)
  const mark = async (path: string) => (await go('PUT', `/v1/${path}/mark-all-as-read`)).status
  expect(await mark(`feeds/${one.sourceId}`)).toBe(204)
  expect(await unread()).toEqual([...two.ids, ...three.ids, ...four.ids])
  const { folderId } = await server.database.subscription.findUniqueOrThrow({
    where: { id: one.subscriptionId },
  })
  expect(await mark(`categories/${folderId}`)).toBe(204)
  expect(await unread()).toEqual([...two.ids, ...four.ids])
  expect([await mark('feeds/999999'), await mark('categories/999999'), await mark('users/1')]).toEqual([
    404, 404, 403,
  ])
  expect(await mark(`categories/${topId}`)).toBe(204)
  expect(await unread()).toEqual([])
  await go('PUT', '/v1/entries', { entry_ids: [...one.ids, ...two.ids], status: 'unread' })
  const me = (await go('GET', '/v1/me')).body as { id: number }
  expect(await mark(`users/${me.id}`)).toBe(204)
  expect(await unread()).toEqual([])
})

test('categories are made, renamed and ended; their feeds stay', async () => {
  const made = await python('POST', '/v1/categories', { title: ' News ' })
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ title: 'News' })])
  const { id } = made.body as { id: number }
  const path = `/v1/categories/${id}`
  expect((await go('POST', '/v1/categories', { title: 'News', hide_globally: false })).status).toBe(400)
  expect((await go('POST', '/v1/categories', { title: '' })).status).toBe(400)
  const { sourceId } = await addSource('site', 1, { folderName: 'News' })
  expect((await go('PUT', path, { title: 'World', hide_globally: null })).body).toMatchObject({
    id,
    title: 'World',
  })
  expect((await python('PUT', path, { title: 'World' })).status).toBe(201)
  const inside = await server.database.folder.create({
    data: { name: 'Law', parentId: id, subscriberId: reader },
  })
  const renamed = await go('PUT', `/v1/categories/${inside.id}`, { title: 'World/Courts' })
  expect(renamed.body).toMatchObject({ id: inside.id, title: 'World/Courts' })
  expect((await server.database.folder.findUniqueOrThrow({ where: { id: inside.id } })).parentId).toBe(id)
  expect((await go('PUT', `/v1/categories/${topId}`, { title: 'Mine' })).status).toBe(400)
  expect((await go('DELETE', `/v1/categories/${topId}`)).status).toBe(400)
  expect(await python('DELETE', path)).toMatchObject({ status: 204, text: '' })
  expect((await go('DELETE', path)).status).toBe(404)
  expect((await go('GET', `/v1/feeds/${sourceId}`)).body).toMatchObject({ category: { id: topId } })
})

test('a feed is added by its address or a page, with a category, as each client sends it', async () => {
  const { id } = (await go('POST', '/v1/categories', { title: 'News' })).body as { id: number }
  const body = {
    feed_url: `${feeds.origins[0]}/site`,
    category_id: id,
    crawler: false,
    username: '',
    cookie: '',
  }
  const made = await go('POST', '/v1/feeds', body)
  expect([made.status, made.body]).toEqual([201, { feed_id: expect.any(Number) as number }])
  const { feed_id } = made.body as { feed_id: number }
  expect((await go('GET', `/v1/feeds/${feed_id}`)).body).toMatchObject({
    feed_url: `${feeds.origins[0]}/feed`,
    title: 'Good feed',
    category: { id, title: 'News' },
  })
  expect((await entries()).length).toBe(1)
  const again = await python('POST', '/v1/feeds', { feed_url: `${feeds.origins[0]}/feed`, category_id: null })
  expect([again.status, again.body]).toEqual([400, { error_message: 'You subscribe to this feed already.' }])
  expect((await go('DELETE', `/v1/feeds/${feed_id}`)).status).toBe(204)
  expect(
    (await python('POST', '/v1/feeds', { feed_url: `${feeds.origins[0]}/feed`, category_id: null })).status,
  ).toBe(201)
  for (const bad of [
    { feed_url: '' },
    { feed_url: `${feeds.origins[1]}/nothing` },
    { feed_url: 'x', category_id: 99 },
  ])
    expect(await go('POST', '/v1/feeds', bad)).toMatchObject({
      status: 400,
      body: { error_message: expect.stringMatching(/.{10}/) as string },
    })
})

test('a feed is renamed, moved, read in full and hidden; what Miniflux has besides is passed over', async () => {
  const { sourceId, subscriptionId } = await addSource('site', 1)
  const { id } = (await go('POST', '/v1/categories', { title: 'News' })).body as { id: number }
  const path = `/v1/feeds/${sourceId}`
  const whole = (await go('GET', path)).body as object
  const sent = {
    ...whole,
    title: 'Mine',
    category_id: id,
    crawler: true,
    hide_globally: true,
    user_agent: 'x',
  }
  const changed = await go('PUT', path, sent)
  expect([changed.status, changed.body]).toEqual([
    201,
    expect.objectContaining({ title: 'Mine', crawler: true, hide_globally: true }),
  ])
  expect((await python('PUT', path, { category_id: topId })).body).toMatchObject({
    title: 'Mine',
    category: { id: topId },
  })
  const row = await server.database.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })
  expect(row).toMatchObject({ title: 'Mine', fullText: true, isMuted: true, folderId: null })
  for (const bad of [{ feed_url: 'https://other.example/' }, { category_id: 99 }])
    expect((await go('PUT', path, bad)).status).toBe(400)
  expect((await go('PUT', '/v1/feeds/999999', { title: 'x' })).status).toBe(404)
  expect((await go('DELETE', '/v1/feeds/999999')).status).toBe(404)
})

test('feeds of an address are found; where there are none the answer is 404', async () => {
  const url = `${feeds.origins[0]}/site`
  expect(await python('POST', '/v1/discover', { url })).toMatchObject({
    status: 200,
    body: [{ url: `${feeds.origins[0]}/feed`, title: expect.any(String) as string, type: 'rss' }],
  })
  expect((await go('POST', '/v1/discover', { url: `${feeds.origins[1]}/nothing` })).status).toBe(404)
  expect((await go('POST', '/v1/discover', { url: '' })).status).toBe(400)
})

test('subscriptions go out as OPML and come in again, as the clients in Go and Python post a list', async () => {
  await addSource('one', 0, { folderName: 'News' })
  const exported = await go('GET', '/v1/export')
  expect(exported.headers.get('content-type')).toContain('xml')
  for (const client of [go, python]) {
    await server.database.subscription.deleteMany()
    const imported = await client('POST', '/v1/import', exported.text)
    expect([imported.status, imported.body]).toEqual([201, { message: expect.any(String) as string }])
    expect((await client('GET', '/v1/feeds')).body).toMatchObject([
      { feed_url: 'https://one.example/feed', category: { title: 'News' } },
    ])
  }
  expect(await go('POST', '/v1/import', 'no list')).toMatchObject({
    status: 400,
    body: { error_message: expect.any(String) as string },
  })
})

test('an icon comes as text with its type, by the number of its feed', async () => {
  const { sourceId } = await addSource('site', 0)
  expect((await go('GET', `/v1/feeds/${sourceId}/icon`)).status).toBe(404)
  const iconUrl = `${feeds.origins[0]}/icon.png`
  await server.database.source.update({ where: { id: sourceId }, data: { iconUrl } })
  expect((await go('GET', `/v1/feeds/${sourceId}`)).body).toMatchObject({ icon: { icon_id: sourceId } })
  for (const path of [`feeds/${sourceId}/icon`, `icons/${sourceId}`]) {
    const { body } = await python('GET', `/v1/${path}`)
    const { mime_type, data } = body as { mime_type: string; data: string }
    expect(body).toMatchObject({ id: sourceId })
    expect(mime_type).toMatch(/^image\/(png|webp)$/)
    expect(data).toMatch(new RegExp(`^${mime_type};base64,[\\w+/]+=*$`))
  }
})

test('an icon beyond what may be fetched in a minute is refused for now, and is not said to be missing', async () => {
  const { sourceId } = await addSource('site', 0)
  const iconUrl = `${feeds.origins[0]}/other-icon.png`
  await server.database.source.update({ where: { id: sourceId }, data: { iconUrl } })
  await untilNothingIsLeft('pictures that may be fetched', () => mayFetchMore(reader))
  const { status, headers, body } = await go('GET', `/v1/icons/${sourceId}`)
  expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([
    429,
    '60',
    '*',
  ])
  expect(body).toEqual({ error_message: 'Too many requests: wait 60\u00a0s.' })
})

test('what a new feed is planned by holds before it was read for the first time', async () => {
  const folder = await server.database.folder.create({ data: { name: 'News', subscriberId: reader } })
  const about = { kind: 'folder', folderId: folder.id }
  await server.database.alert.create({ data: { ...about, name: 'News', afterId: 0, subscriberId: reader } })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  feeds.route(
    '/slow',
    (request, response) => {
      asked += 1 // first to see that it is a feed, then by the aggregator
      void (asked === 1 ? Promise.resolve() : isReleased).then(() =>
        rss({ title: 'Slow feed', postings: [] })(request, response),
      )
    },
    feeds.origins[0],
  )
  const feed_url = `${feeds.origins[0]}/slow`
  const adding = go('POST', '/v1/feeds', { feed_url, category_id: folder.id })
  await expect.poll(() => server.database.alertSource.count()).toBe(1)
  const source = await server.database.source.findFirstOrThrow()
  expect(source.firstPolledAt).toBeNull()
  release()
  expect(await adding).toMatchObject({ status: 201, body: { feed_id: source.id } })
})

test('the whole text of an entry is taken from its page', async () => {
  const { ids } = await addSource('site', 2)
  const [id = 0, other = 0] = ids
  await server.database.posting.update({ where: { id }, data: { url: `${feeds.origins[0]}/article` } })
  await server.database.posting.update({ where: { id: other }, data: { url: `${feeds.origins[1]}/nothing` } })
  const { status, body } = await python('GET', `/v1/entries/${id}/fetch-content`)
  const { content, reading_time } = body as { content: string; reading_time: number }
  expect(status).toBe(200)
  expect(content).toContain('the ferry did not cross')
  expect(reading_time).toBeGreaterThan(0)
  expect(await go('GET', `/v1/entries/${other}/fetch-content`)).toMatchObject({
    status: 400,
    body: { error_message: expect.stringMatching(/.{10}/) as string },
  })
  expect((await go('GET', '/v1/entries/999999/fetch-content')).status).toBe(404)
})

test('how far something was heard is kept with its enclosure', async () => {
  const { ids } = await addSource('site', 1)
  const enclosures = ['a', 'b'].map((name) => ({
    url: `https://site.example/${name}.mp3`,
    type: 'audio/mpeg',
    length: 1,
  }))
  await server.database.posting.update({ where: { id: ids[0] ?? 0 }, data: { enclosures } })
  const [first, second] = ((await entries())[0] as unknown as { enclosures: { id: number }[] }).enclosures
  const path = `/v1/enclosures/${second?.id}`
  expect(await python('PUT', path, { media_progression: 95 })).toMatchObject({ status: 204, text: '' })
  expect((await go('GET', path)).body).toMatchObject({ url: enclosures[1]?.url, media_progression: 95 })
  expect((await go('GET', `/v1/enclosures/${first?.id}`)).body).toMatchObject({ media_progression: 0 })
  expect((await entries())[0]).toMatchObject({
    enclosures: [{ media_progression: 0 }, { media_progression: 95 }],
  })
  expect((await go('PUT', path, { media_progression: -1 })).status).toBe(400)
  expect((await go('GET', `/v1/enclosures/${(second?.id ?? 0) + 1}`)).status).toBe(404)
})

test('what Skylark has not is refused with a sentence', async () => {
  const { ids, sourceId } = await addSource('site', 1)
  const asked = [
    go('PUT', `/v1/entries/${ids[0]}`, { title: 'x' }),
    go('POST', `/v1/feeds/${sourceId}/entries/import`, { url: 'https://site.example/' }),
    python('DELETE', '/v1/flush-history'),
  ]
  for (const { status, body } of await Promise.all(asked))
    expect([status, body]).toEqual([501, { error_message: expect.stringMatching(/.{10}/) as string }])
  expect((await entries()).length).toBe(1)
})
