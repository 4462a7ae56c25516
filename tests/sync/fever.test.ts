import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { ask, formOf, type Form } from '#tests/support/api/ask.ts'
import { outlive } from '#tests/support/world/one-time-secrets.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const server = withReaderApps()
let reader: string
let key: string
let sourceId: number
let folderId: number
let ids: number[]

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const fever = async (commands: string, form: Form = {}, path = '/fever/', address = '203.0.113.5') =>
  ask(`${server.url}${path}?api${commands}`, {
    method: 'POST',
    body: formOf({ api_key: key, ...form }),
    headers: { 'x-forwarded-for': address },
  })

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.posting.deleteMany()
  await server.database.rateLimit.deleteMany()
  reader = await addReader(server.database, 'ada')
  const added = await addSubscription(server.database, reader, 'site', { folderName: 'News' })
  sourceId = added.sourceId
  const subscription = await server.database.subscription.findFirstOrThrow()
  folderId = subscription.folderId ?? 0
  const found = Array.from({ length: 4 }, (_, n) => ({ foundAt: referenceAt + n * 1000 }))
  ids = (await addPostings(server.database, sourceId, found)).map(Number)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  await server.database.source.update({
    where: { id: sourceId },
    data: { lastSuccessAt: new Date(referenceAt), title: 'Site' },
  })
  const owner = { id: reader, email: 'ada@example.org' }
  const { token } = await createAppPassword(server.database, owner, 'Unread', true)
  key = md5(`ada@example.org:${token}`)
})

const begun = { api_version: 3, auth: 1, last_refreshed_on_time: String(referenceAt / 1000) }

test.each(['/fever/', '/fever', '/api/fever.php', '/api/fever.php/'])(
  '%s answers who has the key',
  async (path) => {
    expect(await fever('', {}, path)).toMatchObject({ status: 200, body: begun })
    expect((await fever('', { api_key: key.toUpperCase() }, path)).body).toEqual(begun)
    const get = await ask(`${server.url}${path}?api&api_key=${key}`)
    expect(get.body).toEqual(begun)
    expect((await ask(`${server.url}${path}`)).text).toBe('OK')
  },
)

test.each(['/fever/', '/api/fever.php'])(
  '%s takes a key for a call where "api" is left out, with white space around it',
  async (path) => {
    const post = (form: Form) => ask(`${server.url}${path}`, { method: 'POST', body: formOf(form) })
    expect((await post({ api_key: `${key}\n` })).body).toEqual(begun)
    expect((await post({ API_KEY: key, feeds: '' })).body['feeds']).toHaveLength(1)
    expect(
      (await post({ api_key: key, mark: 'item', as: 'read', id: ids[0] ?? 0 })).body['unread_item_ids'],
    ).toBe(ids.slice(1).toReversed().join(','))
    expect((await post({ api_key: 'f'.repeat(32) })).body).toEqual({ api_version: 3, auth: 0 })
  },
)

test('a wrong key is 200 with auth 0 and nothing else; too many of them are 429', async () => {
  const others = await createAppPassword(
    server.database,
    { id: reader, email: 'ada@example.org' },
    'Other',
    false,
  )
  const wrong = ['', 'x', md5('ada@example.org:wrong'), md5(`ada@example.org:${others.token}`)]
  for (const api_key of wrong) {
    const { status, body } = await fever('&groups', { api_key, mark: 'item', as: 'read', id: ids[0] ?? 0 })
    expect([status, body]).toEqual([200, { api_version: 3, auth: 0 }])
  }
  expect(await server.database.postingState.count()).toBe(0)
  for (let n = 0; n < 60; n += 1) await fever('', { api_key: 'x' }, undefined, '198.18.0.9')
  const refused = await fever('', { api_key: 'x' }, undefined, '198.18.0.9')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await fever('', {}, undefined, '198.18.0.9')).status).toBe(200)
})

test('neither key nor password is stored, and the key ends with the app password', async () => {
  const row = await server.database.apiToken.findFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(key)
  expect(row.feverHash).toBe(createHash('sha256').update(key).digest('hex'))
  await server.database.apiToken.deleteMany()
  expect((await fever('')).body).toEqual({ api_version: 3, auth: 0 })
})

test('all commands of a call are answered, numbers as numbers, lists of ids as strings', async () => {
  await changePostings(
    server.database,
    reader,
    [BigInt(ids[0] ?? 0)],
    { isRead: true, isStarred: true },
    referenceAt,
  )
  const commands = '&groups&feeds&favicons&items&unread_item_ids&saved_item_ids&links'
  const { body } = await fever(commands)
  expect(body).toMatchObject({
    ...begun,
    groups: [{ id: folderId, title: 'News' }],
    feeds: [
      {
        id: sourceId,
        favicon_id: 0,
        title: 'Site',
        url: 'https://site.example/feed',
        site_url: 'https://site.example/feed',
        is_spark: 0,
        last_updated_on_time: referenceAt / 1000,
      },
    ],
    feeds_groups: [{ group_id: folderId, feed_ids: String(sourceId) }],
    favicons: [],
    total_items: 4,
    unread_item_ids: ids.slice(1).toReversed().join(','),
    saved_item_ids: String(ids[0]),
    links: [],
  })
  expect((body['items'] as object[])[0]).toEqual({
    id: ids[0],
    feed_id: sourceId,
    title: expect.any(String) as string,
    author: '',
    html: '<p>Text</p>',
    url: expect.stringContaining('https://example.org/') as string,
    is_saved: 1,
    is_read: 1,
    created_on_time: referenceAt / 1000,
  })
  await server.database.postingState.deleteMany()
  expect((await fever('&saved_item_ids')).body['saved_item_ids']).toBe('')
})

test('items come fifty at most: rising above a number, falling below one, or those that are named', async () => {
  ids.push(
    ...(
      await addPostings(
        server.database,
        sourceId,
        Array.from({ length: 60 }, () => ({})),
      )
    ).map(Number),
  )
  const items = async (query: string) =>
    ((await fever(`&items${query}`)).body['items'] as { id: number }[]).map(({ id }) => id)
  expect(await items('')).toEqual(ids.slice(0, 50))
  expect(await items(`&since_id=${ids[49]}`)).toEqual(ids.slice(50))
  expect(await items(`&since_id=${ids.at(-1)}`)).toEqual([])
  expect(await items(`&max_id=${ids[5]}`)).toEqual(ids.slice(0, 5).toReversed())
  for (const newest of ['0', '2147483647', '9007199254740991', '99999999999999999999'])
    expect(await items(`&max_id=${newest}`)).toEqual(ids.toReversed().slice(0, 50))
  expect(await items(`&with_ids=${ids[7]}, ${ids[3]},x,-1,999999`)).toEqual([ids[7], ids[3]])
  expect(await items(`&with_ids=${ids.join(',')}`)).toHaveLength(50)
})

test('a form of millions of numbers that are none is not read to its end', async () => {
  const named = async (before: string) =>
    (await fever('&items', { with_ids: `${before}${ids[0]}` })).body['items']
  expect(await named('x,'.repeat(1_000))).toMatchObject([{ id: ids[0] }])
  expect(await named('x,'.repeat(900_000))).toEqual([])
})

test('items of some sources and folders alone, whichever way they are asked for', async () => {
  const inFolder = await addSubscription(server.database, reader, 'second', { folderName: 'News' })
  const muted = await addSubscription(server.database, reader, 'muted', { folderName: 'News' })
  const elsewhere = await addSubscription(server.database, reader, 'third')
  await server.database.subscription.update({ where: { id: muted.subscriptionId }, data: { isMuted: true } })
  const added: number[] = []
  for (const { sourceId: id } of [inFolder, muted, elsewhere])
    added.push(...(await addPostings(server.database, id, [{}])).map(Number))
  const [second = 0, quiet = 0, third = 0] = added
  const items = async (query: string) =>
    ((await fever(`&items${query}`)).body['items'] as { id: number }[]).map(({ id }) => id)
  expect(await items(`&feed_ids=${sourceId}`)).toEqual(ids)
  expect(await items(`&feed_ids=${elsewhere.sourceId},${muted.sourceId}`)).toEqual([quiet, third])
  expect(await items(`&group_ids=${folderId}`)).toEqual([...ids, second])
  expect(await items(`&group_ids=${folderId}&feed_ids=${elsewhere.sourceId}`)).toEqual([
    ...ids,
    second,
    third,
  ])
  expect(await items(`&group_ids=${folderId}&since_id=${ids[3]}`)).toEqual([second])
  expect(await items(`&feed_ids=${sourceId}&max_id=0`)).toEqual(ids.toReversed())
  expect(await items(`&feed_ids=${elsewhere.sourceId}&with_ids=${ids[0]},${third}`)).toEqual([third])
  expect(await items('&group_ids=0')).toEqual([...ids, second, third])
  for (const none of ['&feed_ids=', '&feed_ids=99999', '&group_ids=99999', '&group_ids=-1'])
    expect(await items(none)).toEqual([])
})

const unread = async () => (await fever('&unread_item_ids')).body['unread_item_ids']
const listOf = (...indexes: number[]) => indexes.map((index) => ids[index]).join(',')

test('marks set a state, so that a repetition changes nothing, and answer with the list', async () => {
  const id = ids[2] ?? 0
  for (let n = 0; n < 2; n += 1) {
    const { body } = await fever('', { mark: 'item', as: 'read', id })
    expect(body).toEqual({ ...begun, unread_item_ids: listOf(3, 1, 0) })
  }
  expect((await fever('', { mark: 'item', as: 'unread', id })).body).toHaveProperty('unread_item_ids')
  expect(await unread()).toBe(listOf(3, 2, 1, 0))
  for (let n = 0; n < 2; n += 1) {
    const { body } = await fever('', { mark: 'item', as: 'saved', id })
    expect(body).toEqual({ ...begun, saved_item_ids: String(id) })
  }
  expect((await fever('', { mark: 'item', as: 'unsaved', id })).body['saved_item_ids']).toBe('')
  for (const odd of [{ as: 'toString' }, { as: '' }, { id: 'x' }, { id: -4 }])
    expect((await fever('', { mark: 'item', as: 'read', id: 999_999, ...odd })).status).toBe(200)
})

test.each([['feed'], ['group'], ['all']])(
  'mark %s read leaves what was stored since "before" unread',
  async (mark) => {
    const id = { feed: sourceId, group: folderId, all: 0 }[mark] ?? 0
    const form = { mark: mark === 'all' ? 'group' : mark, as: 'read', id }
    await fever('', { ...form, before: referenceAt / 1000 + 2 })
    expect(await unread()).toBe(listOf(3, 2))
    await fever('', { ...form, before: referenceAt / 1000 + 2 })
    expect(await unread()).toBe(listOf(3, 2))
    await fever('', { ...form, id: -1 })
    expect(await unread()).toBe(listOf(3, 2))
    await fever('', form)
    expect(await unread()).toBe('')
  },
)

test.each([
  ['in milliseconds', referenceAt + 2_000],
  ['in microseconds', `${referenceAt + 2_000}000`],
  ['with a fraction', referenceAt / 1000 + 2.5],
])('a "before" %s marks nothing that was stored later', async (_, before) => {
  await fever('', { mark: 'Feed', as: 'read', id: sourceId, before })
  expect(await unread()).toBe(listOf(3, 2))
})

test.each([0, -1, 'now', ''])('a "before" of “%s” marks nothing', async (before) => {
  await fever('', { mark: 'Feed', as: 'read', id: sourceId, before })
  expect(await unread()).toBe(listOf(3, 2, 1, 0))
})

test('each feed is in a group that is listed, as Read You wants it, and that group is marked and asked for, too', async () => {
  const { sourceId: free } = await addSubscription(server.database, reader, 'free')
  const added = (await addPostings(server.database, free, [{}])).map(Number)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  const { body } = await fever('&groups&feeds')
  const top = { id: 2_147_483_647, title: 'No folder' }
  expect(body).toMatchObject({
    groups: [{ id: folderId, title: 'News' }, top],
    feeds_groups: expect.arrayContaining([
      { group_id: folderId, feed_ids: String(sourceId) },
      { group_id: top.id, feed_ids: String(free) },
    ]) as object,
  })
  const { items } = (await fever(`&items&group_ids=${top.id}`)).body as { items: { id: number }[] }
  expect(items.map(({ id }) => id)).toEqual(added)
  await fever('', { mark: 'group', as: 'read', id: top.id })
  expect(await unread()).toBe(listOf(3, 2, 1, 0))
})

test('what was read in the last minutes is unread again', async () => {
  await fever('', { mark: 'item', as: 'read', id: ids[0] ?? 0 })
  const long = BigInt(ids[1] ?? 0)
  await changePostings(server.database, reader, [long], { isRead: true }, Date.now() - 3_600_000)
  await fever('', { unread_recently_read: 1 })
  expect(await unread()).toBe(listOf(3, 2, 0))
})

test('what was marked read at once in the last minutes is unread again, however many marks it took', async () => {
  await changePostings(
    server.database,
    reader,
    [BigInt(ids[1] ?? 0)],
    { isRead: true },
    Date.now() - 3_600_000,
  )
  await fever('', { mark: 'feed', as: 'read', id: sourceId, before: referenceAt / 1000 + 2 })
  await fever('', { mark: 'group', as: 'read', id: 0 })
  expect(await unread()).toBe('')
  await fever('', { unread_recently_read: 1 })
  expect(await unread()).toBe(listOf(3, 2, 0))
  await fever('', { mark: 'group', as: 'read', id: 0 })
  await outlive(server.database, 300)
  await fever('', { unread_recently_read: 1 })
  expect(await unread()).toBe('')
})

test("another's items are neither shown nor marked", async () => {
  const eve = await addReader(server.database, 'eve')
  const { token } = await createAppPassword(server.database, { id: eve, email: 'eve@example.org' }, 'X', true)
  key = md5(`eve@example.org:${token}`)
  expect((await fever(`&items&with_ids=${ids.join(',')}`)).body['items']).toEqual([])
  for (const as of ['read', 'saved']) await fever('', { mark: 'item', as, id: ids[0] ?? 0 })
  await fever('', { mark: 'feed', as: 'read', id: sourceId })
  await fever('', { mark: 'group', as: 'read', id: folderId })
  expect(await server.database.postingState.count()).toBe(0)
  expect((await server.database.subscription.findFirstOrThrow()).readThrough).toBe(0n)
})
