import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { longItemId } from '#lib/sync/item-id.ts'
import { ask, type Answered } from '#tests/support/api/ask.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'

/** The requests of six apps, rebuilt from their sources as the specification of the protocols reports them. */
const server = withReaderApps()
let app: ReaderApp
let sourceId: number
let ids: bigint[]

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.posting.deleteMany()
  await server.database.rateLimit.deleteMany()
  const reader = await addReader(server.database, 'ada')
  ;({ sourceId } = await addSubscription(server.database, reader, 'site', { folderName: 'News' }))
  // Adding it again would wait ten seconds for a first poll.
  await server.database.source.updateMany({ data: { firstPolledAt: new Date() } })
  const foundAt = Date.now() - 60_000
  const found = Array.from({ length: 5 }, (_, n) => ({ foundAt: foundAt + n }))
  ids = await addPostings(server.database, sourceId, found)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = await server.app(reader)
})

const form = 'application/x-www-form-urlencoded'
const sent = (
  root: string,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
) =>
  ask(`${server.url}${root}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': form }),
      'x-forwarded-for': '203.0.113.1',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
const refs = ({ body }: Answered) => (body['itemRefs'] as { id: string }[]).map(({ id }) => BigInt(id))
const items = ({ body }: Answered) => body['items'] as Record<string, unknown>[]
const unreadNow = async () =>
  refs(
    await app.get('stream/items/ids?s=user/-/state/com.google/reading-list&xt=user/-/state/com.google/read'),
  )

test('NetNewsWire: signs in by lines, asks by the time of the last answer, writes with T', async () => {
  const proven = programRow('netnewswire', {
    tried: ['sign-in', 'first sync', 'read', 'star', 'add', 'move', 'remove'],
  })
  const root = '/api/greader.php'
  const login = await sent(root, 'POST', '/accounts/ClientLogin', `Email=ada&Passwd=${app.password}`)
  const lines = login.text.split('\n').map((line) => line.split('='))
  expect(lines.slice(0, 3).every((parts) => parts.length === 2)).toBe(true)
  const auth = lines.find(([name]) => name === 'Auth')?.[1] ?? ''
  const headers = { authorization: `GoogleLogin auth=${auth}` }
  const tags = await sent(root, 'GET', '/reader/api/0/tag/list?output=json', undefined, headers)
  expect(tags.body['tags']).toContainEqual({ id: 'user/-/label/News', type: 'folder' })
  const list = await sent(root, 'GET', '/reader/api/0/subscription/list?output=json', undefined, headers)
  expect((list.body['subscriptions'] as object[])[0]).toMatchObject({ id: `feed/${sourceId}` })
  const unread = await sent(
    root,
    'GET',
    '/reader/api/0/stream/items/ids?s=user/-/state/com.google/reading-list&n=1000&xt=user/-/state/com.google/read&output=json',
    undefined,
    headers,
  )
  expect(refs(unread)).toEqual(ids.toReversed())
  expect(Number.isNaN(Date.parse(unread.headers.get('date') ?? ''))).toBe(false)
  const since = Math.floor(Date.parse(unread.headers.get('date') ?? '') / 1000)
  const token = (await sent(root, 'GET', '/reader/api/0/token', undefined, headers)).text
  const wanted = ids
    .map((id) => `i=tag:google.com,2005:reader/item/${id.toString(16).padStart(16, '0')}`)
    .join('&')
  const texts = await sent(
    root,
    'POST',
    '/reader/api/0/stream/items/contents',
    `T=${token}&output=json&${wanted}`,
    headers,
  )
  expect(items(texts)).toHaveLength(5)
  const first = `i=${longItemId(ids[0] ?? 0n)}`
  await sent(
    root,
    'POST',
    '/reader/api/0/edit-tag',
    `T=${token}&a=user/-/state/com.google/read&${first}`,
    headers,
  )
  expect(await unreadNow()).toEqual(ids.slice(1).toReversed())
  const [late = 0n] = await addPostings(server.database, sourceId, [{ foundAt: Date.now() }])
  const news = await sent(
    root,
    'GET',
    `/reader/api/0/stream/items/ids?s=user/-/state/com.google/reading-list&n=1000&ot=${since}&output=json`,
    undefined,
    headers,
  )
  expect(refs(news)).toContain(late)
  const quick = await sent(
    root,
    'POST',
    '/reader/api/0/subscription/quickadd',
    `T=${token}&quickadd=https://site.example/feed`,
    headers,
  )
  expect(quick.body).toMatchObject({ numResults: 1, streamId: `feed/${sourceId}` })
  const write = (path: string, body: string) =>
    sent(root, 'POST', `/reader/api/0/${path}`, `T=${token}&${body}`, headers)
  await write('edit-tag', `${wanted}&a=user/-/state/com.google/starred`)
  const starred = '/reader/api/0/stream/items/ids?n=1000&output=json&s=user/-/state/com.google/starred'
  expect(refs(await sent(root, 'GET', starred, undefined, headers))).toHaveLength(5)
  const s = `s=feed/${sourceId}`
  await write('subscription/edit', `${s}&ac=edit&r=user/-/label/News&a=user/-/label/C%2B%2B%20%26%20more`)
  await write('subscription/edit', `${s}&ac=edit&t=Mine%20%26%20yours`)
  const mine = async () =>
    (await sent(root, 'GET', '/reader/api/0/subscription/list?output=json', undefined, headers)).body
  expect(await mine()).toMatchObject({
    subscriptions: [{ title: 'Mine & yours', categories: [{ label: 'C++ & more' }] }],
  })
  await write('subscription/edit', `${s}&ac=unsubscribe`)
  expect(await mine()).toEqual({ subscriptions: [] })
  proven('sign-in', 'first sync', 'read', 'star', 'add', 'move', 'remove')
})

test('Read You: asks for JSON, writes by forms with T, moves with "a" and "r"', async () => {
  const login = await sent(
    '',
    'POST',
    '/accounts/ClientLogin',
    `output=json&Email=ada@example.org&Passwd=${app.password}&client=ReadYou&accountType=HOSTED_OR_GOOGLE&service=reader`,
  )
  const headers = { authorization: `GoogleLogin auth=${String(login.body['Auth'])}` }
  expect((await sent('', 'GET', '/reader/api/0/user-info', undefined, headers)).body['userName']).toBe('ada')
  const T = (await sent('', 'GET', '/reader/api/0/token', undefined, headers)).text
  const starred = '/reader/api/0/stream/items/ids?s=user/-/state/com.google/starred&n=10000&output=json'
  expect(refs(await sent('', 'GET', starred, undefined, headers))).toEqual([])
  const i = ids
    .slice(0, 2)
    .map((id) => `i=${id}`)
    .join('&')
  const texts = await sent(
    '',
    'POST',
    '/reader/api/0/stream/items/contents?output=json',
    `${i}&T=${T}`,
    headers,
  )
  expect(items(texts)).toHaveLength(2)
  const move = `ac=edit&s=feed/${sourceId}&t=Mine&a=user/-/label/Later&r=user/-/label/News&T=${T}`
  expect((await sent('', 'POST', '/reader/api/0/subscription/edit', move, headers)).text).toBe('OK')
  const list = await sent('', 'GET', '/reader/api/0/subscription/list?output=json', undefined, headers)
  expect(list.body['subscriptions']).toMatchObject([{ title: 'Mine', categories: [{ label: 'Later' }] }])
  const query = '?quickadd=https%3A%2F%2Fsite.example%2Ffeed'
  const body = 'quickadd=https%3A%2F%2Fsite.example%2Ffeed'
  const added = await sent(
    '',
    'POST',
    `/reader/api/0/subscription/quickadd${query}`,
    `${body}&T=${T}`,
    headers,
  )
  expect(added.body['streamId']).toBe(`feed/${sourceId}`)
  const all = `s=user/-/state/com.google/reading-list&ts=${(Date.now() - 59_999 + 2) * 1000}&T=${T}`
  await sent('', 'POST', '/reader/api/0/mark-all-as-read', all, headers)
  expect(await unreadNow()).toEqual([])
})

test('Capy: ten thousand ids, texts 250 at a time eight at once, another T when one is bad', async () => {
  const headers = { authorization: `GoogleLogin auth=${app.auth}` }
  const unread = await sent(
    '',
    'GET',
    '/reader/api/0/stream/items/ids?s=user/-/state/com.google/reading-list&xt=user/-/state/com.google/read&n=10000&output=json',
    undefined,
    headers,
  )
  expect(refs(unread)).toHaveLength(5)
  const bad = await sent(
    '',
    'POST',
    '/reader/api/0/edit-tag',
    `i=${ids[0]}&a=user/-/state/com.google/read&T=old`,
    headers,
  )
  expect([bad.status, bad.headers.get('x-reader-google-bad-token')]).toEqual([401, 'true'])
  const T = (await sent('', 'GET', '/reader/api/0/token', undefined, headers)).text
  const again = await sent(
    '',
    'POST',
    '/reader/api/0/edit-tag',
    `i=${ids[0]}&a=user/-/state/com.google/read&T=${T}`,
    headers,
  )
  expect(again.text).toBe('OK')
  const i = ids.map((id) => `i=${id}`).join('&')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      sent('', 'POST', '/reader/api/0/stream/items/contents?output=json', `${i}&T=${T}`, headers),
    ),
  )
  for (const answer of answers) {
    expect(items(answer)).toHaveLength(ids.length)
    for (const item of items(answer)) {
      expect(item).toMatchObject({
        published: expect.any(Number) as number,
        title: expect.any(String) as string,
      })
      expect(item['origin']).toEqual({
        streamId: `feed/${sourceId}`,
        title: expect.any(String) as string,
        htmlUrl: expect.any(String) as string,
      })
    }
  }
  await sent(
    '',
    'POST',
    '/reader/api/0/subscription/edit',
    `ac=edit&s=feed/${sourceId}&a=user/-/label/Only&T=${T}`,
    headers,
  )
  const list = await sent('', 'GET', '/reader/api/0/subscription/list?output=json', undefined, headers)
  expect(list.body['subscriptions']).toMatchObject([
    { categories: [{ id: 'user/-/label/Only', label: 'Only' }] },
  ])
})

test('Fluent Reader: lives on stream/contents since its newest crawl time, writes without T and ts, ids in decimal', async () => {
  const login = await sent(
    '/api/greader.php',
    'POST',
    '/accounts/ClientLogin',
    `Email=ada&Passwd=${app.password}`,
  )
  const auth = /Auth=(\S+)/.exec(login.text)?.[1] ?? ''
  const headers = { authorization: `GoogleLogin auth=${auth}` }
  const root = '/api/greader.php/reader/api/0'
  const first = await sent(root, 'GET', '/stream/contents?output=json&n=125', undefined, headers)
  expect(items(first)).toHaveLength(5)
  const newest = Math.max(...items(first).map((item) => Number(item['crawlTimeMsec'])))
  for (const item of items(first)) {
    expect((item['canonical'] as { href: string }[])[0]?.href).toMatch(/^https/)
    expect((item['summary'] as { content: string }).content).toBe('<p>Text</p>')
  }
  const [late = 0n] = await addPostings(server.database, sourceId, [{ foundAt: Date.now() + 90_000 }])
  const news = await sent(
    root,
    'GET',
    `/stream/contents?output=json&n=125&ot=${Math.floor(newest / 1000)}`,
    undefined,
    headers,
  )
  expect(items(news).map(({ id }) => id)).toContain(longItemId(late))
  const body = `i=${ids[0]}&i=${ids[1]}&a=user/-/state/com.google/read`
  expect((await sent(root, 'POST', '/edit-tag', body, headers)).text).toBe('OK')
  await sent(root, 'POST', '/mark-all-as-read', `s=feed/${sourceId}`, headers)
  expect(await unreadNow()).toEqual([])
})

test('Reeder: sixteen hexadecimal digits alone, T=x, unread and starred by their ids', async () => {
  const proven = programRow('reeder', { tried: ['first sync', 'star'] })
  const headers = { authorization: `GoogleLogin auth=${app.auth}`, 'accept-encoding': 'gzip' }
  const hex = ids
    .slice(0, 3)
    .map((id) => `i=${id.toString(16).padStart(16, '0')}`)
    .join('&')
  const texts = await sent(
    '',
    'POST',
    '/reader/api/0/stream/items/contents?output=json&ck=1&client=Reeder',
    hex,
    headers,
  )
  expect(items(texts)).toHaveLength(3)
  for (const item of items(texts)) expect(item['timestampUsec']).toMatch(/^\d{16}$/)
  await sent(
    '',
    'POST',
    '/reader/api/0/edit-tag?client=Reeder',
    `${hex}&a=user%2F-%2Fstate%2Fcom.google%2Fstarred&T=x`,
    headers,
  )
  const starred = await sent(
    '',
    'GET',
    '/reader/api/0/stream/items/ids?output=json&n=1000&s=user%2F-%2Fstate%2Fcom.google%2Fstarred',
    undefined,
    headers,
  )
  expect(refs(starred)).toEqual(ids.slice(0, 3).toReversed())
  const counts = await sent(
    '',
    'GET',
    '/reader/api/0/unread-count?output=json&all=1&client=Reeder',
    undefined,
    headers,
  )
  expect(counts.body['unreadcounts']).toContainEqual(
    expect.objectContaining({ id: `feed/${sourceId}`, count: 5 }),
  )
  proven('first sync', 'star')
})

test('FeedMe: everything in the query, bodies empty or without a type, T empty', async () => {
  const proven = programRow('feedme', { tried: ['sign-in', 'read'] })
  const query = new URLSearchParams({ Email: 'ada@example.org', Passwd: app.password, service: 'reader' })
  const login = await sent('/api/greader.php', 'POST', `/accounts/ClientLogin?${query}`, '')
  const auth = /Auth=(\S+)/.exec(login.text)?.[1] ?? ''
  const headers = { authorization: `GoogleLogin auth=${auth}` }
  const marked = await sent(
    '/api/greader.php',
    'POST',
    `/reader/api/0/edit-tag?i=${ids[0]}&i=${ids[1]}&a=user/-/state/com.google/read&T=`,
    '',
    headers,
  )
  expect(marked.text).toBe('OK')
  const bytes = new TextEncoder().encode(`i=${ids[2]}&a=user/-/state/com.google/read`)
  const plain = await ask(`${server.url}/reader/api/0/edit-tag`, { method: 'POST', body: bytes, headers })
  expect(plain.text).toBe('OK')
  expect(await unreadNow()).toEqual(ids.slice(3).toReversed())
  proven('sign-in', 'read')
})

test('Fluent Reader and Reeder by Fever: from the newest downwards, the lists as strings, marks until a second', async () => {
  const proven = programRow('reeder-fever', { tried: ['sign-in', 'first sync', 'mark all'] })
  const api_key = createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
  const fever = (query: string, body = '') =>
    sent('', 'POST', `/fever/?api${query}`, `api_key=${api_key}${body}`)
  expect((await fever('')).body['auth']).toBe(1)
  expect((await fever('&feeds')).body).toHaveProperty('feeds_groups')
  const page = await fever('&items&max_id=9007199254740991')
  expect((page.body['items'] as { id: number }[]).map(({ id }) => BigInt(id))).toEqual(ids.toReversed())
  const both = await fever('&unread_item_ids&saved_item_ids')
  expect(both.body).toMatchObject({ unread_item_ids: ids.toReversed().join(','), saved_item_ids: '' })
  await fever('', `&mark=feed&as=read&id=${sourceId}&before=${Math.floor(Date.now() / 1000)}`)
  expect((await fever('&unread_item_ids')).body['unread_item_ids']).toBe('')
  proven('sign-in', 'first sync', 'mark all')
})
