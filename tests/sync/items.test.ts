import { beforeAll, expect, test } from 'vitest'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import { ask } from '#tests/support/api/ask.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const server = withReaderApps()
const hourMs = 3_600_000
let app: ReaderApp
let other: ReaderApp
let sourceId: number
let subscriptionId: number
let ids: bigint[]

beforeAll(async () => {
  const reader = await addReader(server.database, 'ada')
  ;({ sourceId, subscriptionId } = await addSubscription(server.database, reader, 'site', {
    folderName: 'News',
  }))
  await server.database.source.update({
    where: { id: sourceId },
    data: { title: 'The Site', siteUrl: 'https://site.example/' },
  })
  ids = await addPostings(server.database, sourceId, [
    { title: 'A < B & C', foundAt: referenceAt, publishedAt: referenceAt - hourMs },
    { title: 'Second', foundAt: referenceAt + 1 },
    { title: 'Third', foundAt: referenceAt + 2 },
  ])
  app = await server.app(reader)
  other = await server.app(await addReader(server.database, 'other'))
  await server.database.posting.update({
    where: { id: ids[0] ?? 0n },
    data: {
      html: '<p><img src="https://cdn.example/a.png"/><a href="https://x.example/?utm_source=rss">x</a></p>',
      author: 'A. Writer',
      enclosures: [{ url: 'https://cdn.example/a.mp3', type: 'audio/mpeg', length: 123 }],
    },
  })
})

const contents = (who: ReaderApp, i: readonly (string | bigint)[]) =>
  who.post('stream/items/contents', { i, output: 'json' })
const itemsIn = (body: Record<string, unknown>) => body['items'] as Record<string, unknown>[]

test('an item has all that apps read of it, nothing null, times of finding apart from that of publication', async () => {
  const [id = 0n] = ids
  const { body } = await contents(app, [longItemId(id)])
  const found = String(referenceAt)
  expect(body).toMatchObject({ id: 'user/-/state/com.google/reading-list', direction: 'ltr' })
  expect(Number.isInteger(body['updated'])).toBe(true)
  expect(itemsIn(body)[0]).toEqual({
    id: longItemId(id),
    crawlTimeMsec: found,
    timestampUsec: `${found}000`,
    published: (referenceAt - hourMs) / 1000,
    updated: (referenceAt - hourMs) / 1000,
    title: 'A < B & C',
    author: 'A. Writer',
    canonical: [{ href: expect.stringContaining('https://example.org/') as string }],
    alternate: [{ href: expect.stringContaining('https://example.org/') as string, type: 'text/html' }],
    summary: { direction: 'ltr', content: expect.stringContaining('<p>') as string },
    categories: ['user/-/state/com.google/reading-list', 'user/-/label/News'],
    origin: { streamId: `feed/${sourceId}`, title: 'The Site', htmlUrl: 'https://site.example/' },
    enclosure: [{ href: 'https://cdn.example/a.mp3', type: 'audio/mpeg', length: 123 }],
  })
  const { content } = itemsIn(body)[0]?.['summary'] as { content: string }
  expect(content).toMatch(/src="http:\/\/localhost:3000\/api\/v1\/images\?url=/)
  expect(content).not.toContain('utm_source')
})

test('a posting without a date or an address has those of its finding and its site', async () => {
  const [, id = 0n] = ids
  await server.database.posting.update({ where: { id }, data: { url: null, author: null, title: '' } })
  const [item] = itemsIn((await contents(app, [id])).body)
  expect(item).toMatchObject({
    published: Math.floor((referenceAt + 1) / 1000),
    title: 'Text',
    author: '',
    canonical: [{ href: 'https://site.example/' }],
  })
  expect(item).not.toHaveProperty('enclosure')
})

test('a posting without a title has the beginning of its text, its address or its source for one: Readrops takes no empty one', async () => {
  const where = { id: ids[1] ?? 0n }
  const titleWith = async (data: object) => {
    await server.database.posting.update({ where, data: { title: '', excerpt: '', url: null, ...data } })
    return itemsIn((await contents(app, [where.id])).body)[0]?.['title']
  }
  expect(await titleWith({ excerpt: 'word '.repeat(30) })).toBe(`${'word '.repeat(19).trim()}…`)
  expect(await titleWith({ url: 'https://site.example/a?utm_source=rss' })).toBe('https://site.example/a')
  expect(await titleWith({})).toBe('The Site')
})

test('every spelling of an id finds the item, once; what is unknown is left out, and none is an answer', async () => {
  const [id = 0n] = ids
  const hex = id.toString(16)
  for (const spelling of [
    longItemId(id),
    `tag:google.com,2005:reader/item/${hex}`,
    hex.padStart(16, '0'),
    id.toString(),
  ])
    expect(itemsIn((await contents(app, [spelling, id, 'x', '-5', '99999999'])).body)).toHaveLength(1)
  expect(await contents(app, ['12345678'])).toMatchObject({ status: 200, body: { items: [] } })
  expect(await contents(app, [])).toMatchObject({ status: 200, body: { items: [] } })
  const byQuery = await app.get(`stream/items/contents?i=${id}`)
  expect(itemsIn(byQuery.body)).toHaveLength(1)
})

test("another's items are not there, neither by id nor by stream", async () => {
  expect(itemsIn((await contents(other, ids)).body)).toEqual([])
  const { body } = await other.get(`stream/contents?s=feed/${sourceId}`)
  expect(itemsIn(body)).toEqual([])
})

test('the stream in the path comes encoded or with bare slashes, at both roots, and the source by its address', async () => {
  const streams = [
    `feed/${sourceId}`,
    'feed/https://site.example/feed',
    `feed%2Fhttps%3A%2F%2Fsite.example%2Ffeed`,
    'user/-/label/News',
    'user%2F-%2Flabel%2FNews',
    '',
  ]
  const headers = { authorization: `GoogleLogin auth=${app.auth}` }
  for (const root of ['', '/api/greader.php'])
    for (const stream of streams) {
      const { body } = await ask(`${server.url}${root}/reader/api/0/stream/contents/${stream}`, { headers })
      expect([stream, itemsIn(body)?.length]).toEqual([stream, 3])
    }
})

test('stream/contents pages as the ids do, twenty unasked, and holds what is read, starred and labelled', async () => {
  const database = server.database
  const [first = 0n, second = 0n] = ids
  const label = await createLabel(database, app.subscriberId, 'To cite')
  if (typeof label === 'string') throw new Error(label)
  const wanted = { isOn: true, subscriptionIds: [], postingIds: [String(first)] }
  await assignLabel(database, app.subscriberId, label.id, wanted, referenceAt)
  await changePostings(database, app.subscriberId, [first], { isRead: true, isStarred: true }, referenceAt)
  const page = await app.get('stream/contents?n=2&r=o')
  expect(itemsIn(page.body).map(({ id }) => id)).toEqual([longItemId(first), longItemId(second)])
  expect(itemsIn(page.body)[0]?.['categories']).toEqual([
    'user/-/state/com.google/reading-list',
    'user/-/state/com.google/read',
    'user/-/state/com.google/starred',
    'user/-/label/News',
    'user/-/label/To cite',
  ])
  const next = await app.get(`stream/contents?n=2&r=o&c=${String(page.body['continuation'])}`)
  expect(itemsIn(next.body)).toHaveLength(1)
  expect(next.body).not.toHaveProperty('continuation')
})

test('what was published yesterday and found now is there for what asks since a second ago', async () => {
  const now = Date.now()
  const [id = 0n] = await addPostings(server.database, sourceId, [
    { foundAt: now, publishedAt: now - 24 * hourMs, shownAt: now - 24 * hourMs },
  ])
  // Times are told by the number of their digits, as those of marks are.
  for (const since of [`${Math.floor(now / 1000) - 1}`, `${now - 1000}`, `${now - 1000}000`]) {
    const numbers = async (query: string) => (await app.get(`stream/items/ids?${query}`)).body['itemRefs']
    expect(await numbers(`ot=${since}`)).toEqual([{ id: id.toString() }])
    expect(await numbers(`nt=${since}`)).not.toContainEqual({ id: id.toString() })
  }
})

test('XML where it is asked for', async () => {
  const { text, headers } = await app.get('stream/contents?output=xml&n=1')
  expect(headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(text).toContain('<list name="items"><object><string name="id">tag:google.com')
})

test('a starred item stays readable when its source is left, with an origin that is complete', async () => {
  const [first = 0n] = ids
  await unsubscribe(server.database, app.subscriberId, [subscriptionId], referenceAt)
  const starred = await app.get('stream/contents?s=user/-/state/com.google/starred')
  expect(itemsIn(starred.body)).toMatchObject([
    { id: longItemId(first), origin: { streamId: `feed/${sourceId}`, title: 'The Site' } },
  ])
  expect(itemsIn((await contents(app, ids)).body).map(({ id }) => id)).toEqual([longItemId(first)])
})
