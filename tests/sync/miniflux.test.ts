import { beforeEach, expect, test, vi } from 'vitest'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import { goodPassword } from '#tests/support/world/accounts.ts'
import { ask } from '#tests/support/api/ask.ts'
import {
  goClient,
  minifluxPassword,
  pythonClient,
  type MinifluxClient,
} from '#tests/support/programs/miniflux-app.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { indexAll } from '#tests/support/world/searching.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const server = withReaderApps()
const topId = 2_147_483_647
let reader: string
let password: string
let go: MinifluxClient
let python: MinifluxClient
let news: { sourceId: number; folderId: number }
let plain: { sourceId: number }
/** Four of News, then two of the other. */
let ids: number[]

const hour = 3_600_000
const seconds = (ms: number) => Math.floor(ms / 1000)

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.source.deleteMany()
  await server.database.rateLimit.deleteMany()
  reader = await addReader(server.database, 'ada')
  const { sourceId, subscriptionId } = await addSubscription(server.database, reader, 'site', {
    folderName: 'News',
  })
  const { folderId } = await server.database.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })
  news = { sourceId, folderId: folderId ?? 0 }
  plain = await addSubscription(server.database, reader, 'plain')
  const found = [0, 1, 2, 3].map((n) => ({
    title: `News ${n}`,
    foundAt: referenceAt + n * hour,
    // The one that was found first was published last.
    publishedAt: n === 0 ? referenceAt + 10 * hour : referenceAt - 10 * hour + n * hour,
  }))
  ids = [
    ...(await addPostings(server.database, news.sourceId, found)),
    ...(await addPostings(server.database, plain.sourceId, [{}, {}])),
  ].map(Number)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  await server.database.source.update({
    where: { id: news.sourceId },
    data: { title: 'Site', lastPolledAt: new Date(referenceAt), language: 'en' },
  })
  password = await minifluxPassword(server.database, reader)
  go = goClient(server.url, password)
  python = pythonClient(server.url, 'ada@example.org', password)
})

type Listed = { total: number; entries: { id: number; feed_id: number; status: string; starred: boolean }[] }
const listed = async (query: string, client = go) => {
  const { status, body } = await client('GET', `/v1/${query}`)
  expect(status).toBe(200)
  const { total, entries } = body as Listed
  return { total, ids: entries.map(({ id }) => id) }
}

test('an app signs in with the app password alone, with e-mail or name beside it, or with a token of programs', async () => {
  const { token } = await createToken(server.database, reader, 'Program')
  const clients = [
    go,
    goClient(server.url, token),
    python,
    pythonClient(server.url, 'Ada', password.toUpperCase()),
  ]
  for (const client of clients) {
    const { status, body } = await client('GET', '/v1/me')
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: expect.any(Number) as number,
        username: 'ada@example.org',
        is_admin: false,
        timezone: 'UTC',
      }),
    ])
  }
  expect((await go('GET', '/v1/version')).body).toMatchObject({
    version: expect.stringMatching(/^2\.\d+\.\d+$/) as string,
  })
  expect((await go('GET', '/v1/me/')).status).toBe(200)
})

test("the account's own password, another's app password and a cookie open nothing, and the app is told what does", async () => {
  const { cookie } = await signUp('carol')
  const carol = await server.database.user.findFirstOrThrow({ where: { name: 'carol' } })
  const clients = [
    pythonClient(server.url, carol.email, goodPassword),
    pythonClient(server.url, carol.email, password),
    pythonClient(server.url, '', ''),
    goClient(server.url, goodPassword),
    goClient(server.url, 'sky_nothing'),
  ]
  for (const client of clients) {
    const { status, body, headers } = await client('GET', '/v1/feeds')
    expect([status, headers.get('content-type')]).toEqual([401, 'application/json'])
    expect(body).toEqual({ error_message: expect.stringContaining('app password') as string })
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/)
  }
  const ofBrowsers: [string, string][] = [
    ['sec-fetch-site', 'same-origin'],
    ['accept', 'text/html,*/*;q=0.8'],
  ]
  for (const [name, value] of ofBrowsers) {
    const page = await ask(`${server.url}/v1/feeds`, { headers: { cookie, [name]: value } })
    expect([page.status, page.headers.get('www-authenticate')]).toEqual([401, null])
  }
  const german = await ask(`${server.url}/v1/feeds`, { headers: { 'accept-language': 'de' } })
  expect(german.body['error_message']).toContain('App-Passwort')
})

test('a token of programs may only what it is for', async () => {
  const { token } = await createToken(server.database, reader, 'Reads', ['read'])
  const client = goClient(server.url, token)
  expect((await client('GET', '/v1/feeds')).status).toBe(200)
  const { status, body } = await client('PUT', '/v1/entries', { entry_ids: ids, status: 'read' })
  expect([status, body]).toEqual([403, { error_message: expect.stringContaining('write') as string }])
  expect((await listed('entries?status=unread')).total).toBe(6)
})

test('wrong sign-ins are counted, apart from those of the other doors; right ones are not', async () => {
  const wrong = (address: string, headers: Record<string, string>) =>
    ask(`${server.url}/v1/me`, { headers: { 'x-forwarded-for': address, ...headers } })
  const basic = { authorization: `Basic ${btoa('ada@example.org:wrong')}` }
  for (let n = 0; n < 10; n += 1) expect((await wrong('203.0.113.7', basic)).status).toBe(401)
  const next = await wrong('203.0.113.7', basic)
  expect([next.status, next.headers.get('retry-after'), next.body]).toEqual([
    ...[429, '60'],
    { error_message: 'Too Many Requests' },
  ])
  const form = new URLSearchParams({ Email: 'ada@example.org', Passwd: password })
  const login = await ask(`${server.url}/accounts/ClientLogin`, {
    method: 'POST',
    body: form,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(login.status).toBe(200) // an app whose password ended keeps out no other
  for (let n = 0; n < 60; n += 1)
    expect((await wrong('198.18.0.9', { 'x-auth-token': `wrong ${n}` })).status).toBe(401)
  expect((await wrong('198.18.0.9', { 'x-auth-token': 'wrong' })).status).toBe(429)
  expect((await wrong('198.18.0.9', { 'x-auth-token': password })).status).toBe(200)
  const many = Array.from({ length: 40 }, () => python('GET', '/v1/me'))
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(40).fill(200))
  await afterAnswerDone()
  expect(await server.database.auditEntry.count({ where: { act: 'sign-in-failed' } })).toBeGreaterThan(0)
})

test('categories are the folders, and one for what is in none', async () => {
  const { body } = await go('GET', '/v1/categories')
  const user_id = ((await go('GET', '/v1/me')).body as { id: number }).id
  expect(body).toEqual([
    { id: topId, title: 'No folder', user_id, hide_globally: false },
    { id: news.folderId, title: 'News', user_id, hide_globally: false },
  ])
  expect((await go('GET', '/v1/categories?counts=true')).body).toMatchObject([
    { id: topId, feed_count: 1, total_unread: 2 },
    { id: news.folderId, feed_count: 1, total_unread: 4 },
  ])
  const feeds = (id: number) => python('GET', `/v1/categories/${id}/feeds`)
  expect((await feeds(news.folderId)).body).toMatchObject([{ id: news.sourceId }])
  expect((await feeds(topId)).body).toMatchObject([{ id: plain.sourceId }])
  expect(await feeds(999_999)).toMatchObject({
    status: 404,
    body: { error_message: expect.any(String) as string },
  })
})

test('a feed has all that apps read of it, with the types of Miniflux', async () => {
  const { body } = await go('GET', `/v1/feeds/${news.sourceId}`)
  expect(body).toMatchObject({
    id: news.sourceId,
    user_id: expect.any(Number) as number,
    feed_url: 'https://site.example/feed',
    site_url: 'https://site.example/feed',
    title: 'Site',
    language: 'en',
    checked_at: '2026-01-05T00:00:00.000Z',
    parsing_error_message: '',
    parsing_error_count: 0,
    crawler: false,
    disabled: false,
    hide_globally: false,
    category: { id: news.folderId, title: 'News' },
    icon: { feed_id: news.sourceId, icon_id: 0 },
  })
  const all = (await python('GET', '/v1/feeds')).body as { id: number; next_check_at: string }[]
  expect(all.map(({ id }) => id)).toEqual([plain.sourceId, news.sourceId])
  for (const { next_check_at } of all) expect(new Date(next_check_at).getTime()).not.toBeNaN()
  expect((await go('GET', '/v1/feeds/999999')).status).toBe(404)
})

test('why a feed fails stands in it', async () => {
  await server.database.source.update({
    where: { id: plain.sourceId },
    data: { consecutiveFailures: 3, lastError: { code: 'nobodySubscribes', values: {} } },
  })
  const { body } = await go('GET', `/v1/feeds/${plain.sourceId}`)
  const { parsing_error_message } = body as { parsing_error_message: string }
  expect(body).toMatchObject({ parsing_error_count: 3 })
  expect(parsing_error_message.length).toBeGreaterThan(10)
})

test('an entry has all that apps read of it, its feed in it and its enclosures', async () => {
  const enclosures = [
    { url: 'https://site.example/a.mp3', type: 'audio/mpeg', length: 123 },
    { url: 'https://site.example/b', type: null, length: null },
  ]
  await server.database.posting.update({
    where: { id: ids[0] ?? 0 },
    data: { enclosures, author: 'A. Writer' },
  })
  const label = await server.database.label.create({ data: { name: 'To cite', subscriberId: reader } })
  await server.database.postingLabel.create({
    data: { labelId: label.id, postingId: ids[0] ?? 0, subscriberId: reader },
  })
  const { body } = await go('GET', `/v1/entries/${ids[0]}`)
  expect(body).toEqual({
    id: ids[0],
    user_id: expect.any(Number) as number,
    feed_id: news.sourceId,
    status: 'unread',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    title: 'News 0',
    url: expect.stringMatching(/^https:\/\/example\.org\/\d+$/) as string,
    comments_url: '',
    language: 'en',
    published_at: '2026-01-05T10:00:00.000Z',
    created_at: '2026-01-05T00:00:00.000Z',
    changed_at: '2026-01-05T00:00:00.000Z',
    content: '<p>Text</p>',
    author: 'A. Writer',
    share_code: '',
    starred: false,
    reading_time: 1,
    enclosures: [
      expect.objectContaining({
        entry_id: ids[0],
        url: enclosures[0]?.url,
        mime_type: 'audio/mpeg',
        size: 123,
      }),
      expect.objectContaining({ url: enclosures[1]?.url, mime_type: 'application/octet-stream', size: 0 }),
    ],
    feed: expect.objectContaining({
      id: news.sourceId,
      category: expect.objectContaining({ title: 'News' }) as object,
    }),
    tags: ['To cite'],
  })
  expect(await listed('entries?tags=To%20cite')).toEqual({ total: 1, ids: [ids[0]] })
  for (const path of [`feeds/${news.sourceId}`, `categories/${news.folderId}`])
    expect((await go('GET', `/v1/${path}/entries/${ids[0]}`)).body).toEqual(body)
  for (const path of [`feeds/${plain.sourceId}`, `categories/${topId}`, 'feeds/999999'])
    expect((await go('GET', `/v1/${path}/entries/${ids[0]}`)).status).toBe(404)
  expect((await go('GET', '/v1/entries/999999')).status).toBe(404)
})

test('entries are listed from the one published first, a hundred unless the app says otherwise', async () => {
  const [a, b, c, d, e, f] = ids
  expect(await listed('entries')).toEqual({ total: 6, ids: [b, c, d, e, f, a] })
  expect(await listed('entries?direction=desc&limit=2')).toEqual({ total: 6, ids: [a, f] })
  expect(await listed('entries?direction=desc&limit=2&offset=2')).toEqual({ total: 6, ids: [e, d] })
  expect(await listed('entries?limit=2&offset=40')).toEqual({ total: 6, ids: [] })
  expect(await listed('entries?order=id&direction=desc&limit=0')).toEqual({
    total: 6,
    ids: [...ids].reverse(),
  })
  expect((await listed('entries?order=created_at&direction=desc')).ids[0]).toBe(d)
  for (const order of ['status', 'changed_at', 'title', 'author', 'category_id', 'category_title'])
    expect((await listed(`entries?order=${order}`)).ids.toSorted((x, y) => x - y)).toEqual(ids)
  await addPostings(
    server.database,
    plain.sourceId,
    Array.from({ length: 120 }, () => ({})),
  )
  expect((await listed('entries')).ids).toHaveLength(100)
  expect((await listed('entries?limit=100000')).ids).toHaveLength(126)
  await addPostings(
    server.database,
    plain.sourceId,
    Array.from({ length: 900 }, () => ({})),
  )
  const { total, ids: unlimited } = await listed('entries?limit=0&offset=0')
  expect([total, unlimited.length]).toEqual([1_026, 1_000])
})

test('entries are narrowed by what was done with them, by feed and by category', async () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
  const change = (id: number, state: object) =>
    changePostings(server.database, reader, [BigInt(id)], state, Date.now())
  await change(a, { isRead: true })
  await change(b, { isRead: true, isStarred: true })
  await change(e, { isStarred: true })
  const found = async (query: string) => (await listed(query)).ids.toSorted((x, y) => x - y)
  expect(await found('entries?status=unread')).toEqual([c, d, e, f])
  expect(await found('entries?status=read')).toEqual([a, b])
  expect(await found('entries?status=read&status=unread')).toEqual(ids)
  expect(await found('entries?starred=true')).toEqual([b, e])
  expect(await found('entries?starred=1&status=read')).toEqual([b])
  expect(await found('entries?starred=false&status=unread')).toEqual([c, d, f])
  expect(await found(`feeds/${news.sourceId}/entries?status=unread`)).toEqual([c, d])
  expect(await found(`feeds/${news.sourceId}/entries?starred=true`)).toEqual([b])
  expect(await found(`categories/${news.folderId}/entries?status=read`)).toEqual([a, b])
  expect(await found(`categories/${topId}/entries`)).toEqual([e, f])
  expect(await found(`entries?category_id=${topId}&starred=true`)).toEqual([e])
  expect(await found(`entries?feed_id=${plain.sourceId}`)).toEqual([e, f])
  expect(await found(`entries?feed_id=${plain.sourceId}&category_id=${news.folderId}`)).toEqual([])
  expect((await go('GET', '/v1/entries/ids?status=unread')).body).toEqual({
    total: 4,
    entry_ids: [f, e, d, c],
  })
  expect((await go('GET', '/v1/entries/ids?starred=true&limit=1&offset=1')).body).toEqual({
    total: 2,
    entry_ids: [b],
  })
  expect((await go('GET', '/v1/feeds/counters')).body).toEqual({
    reads: { [news.sourceId]: 2 },
    unreads: { [news.sourceId]: 2, [plain.sourceId]: 2 },
  })
})

test('entries are narrowed by number and by time, both ends left out', async () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
  const found = async (query: string) => (await listed(`entries?${query}`)).ids.toSorted((x, y) => x - y)
  expect(await found(`after_entry_id=${b}&before_entry_id=${e}`)).toEqual([c, d])
  expect(await found(`after=${seconds(referenceAt)}`)).toEqual([a])
  expect(await found(`before=${seconds(referenceAt - 8 * hour)}`)).toEqual([b])
  expect(
    await found(`published_after=${seconds(referenceAt - 9 * hour)}&before=${seconds(referenceAt)}`),
  ).toEqual([c, d])
  expect(await found(`changed_after=${seconds(referenceAt + hour) + 60}`)).toEqual([c, d])
  expect(await found(`changed_before=${seconds(referenceAt + hour)}`)).toEqual([a, e, f])
  const now = seconds(Date.now())
  await changePostings(server.database, reader, [BigInt(f)], { isRead: true }, Date.now() + 180_000)
  expect(await found(`changed_after=${now + 120}`)).toEqual([f])
  // An article is stored some time after it was found: who asked in between gets it at the next time.
  expect(await found(`changed_after=${seconds(referenceAt + 2 * hour) + 30}`)).toContain(c)
  expect(await found(`changed_after=${seconds(referenceAt + 2 * hour) + 60}`)).not.toContain(c)
  expect(await found(`changed_after=${'9'.repeat(15)}`)).toEqual([])
})

test('what a search finds is narrowed like all else; one that cannot be read is refused with the reason', async () => {
  await indexAll(server.database)
  const search = (text: string) => `search=${encodeURIComponent(text)}`
  expect((await listed(`entries?${search('title:"News 2"')}`)).ids).toEqual([ids[2]])
  expect((await listed(`feeds/${plain.sourceId}/entries?${search('title:"News 2"')}`)).ids).toEqual([])
  expect((await listed(`entries?${search('"News 2"\0')}`)).ids).toEqual([ids[2]])
  const broken = await go('GET', `/v1/entries?${search('in:')}`)
  expect([broken.status, broken.body]).toEqual([400, { error_message: expect.any(String) as string }])
})

test('a search finds what is in its feed, however much else matches', async () => {
  const many = Array.from({ length: 1_005 }, () => ({
    title: 'News of others',
    foundAt: referenceAt + 9 * hour,
  }))
  await addPostings(server.database, plain.sourceId, many)
  await changePostings(server.database, reader, [BigInt(ids[1] ?? 0)], { isRead: true, isStarred: true }, 0)
  await indexAll(server.database)
  const found = async (path: string) => (await listed(path)).ids.toSorted((x, y) => x - y)
  expect(await found(`feeds/${news.sourceId}/entries?search=news`)).toEqual(ids.slice(0, 4))
  expect(await found(`categories/${news.folderId}/entries?search=news`)).toEqual(ids.slice(0, 4))
  expect(await found('entries?search=news&starred=true')).toEqual([ids[1]])
  expect(await found(`entries?search=news&status=unread&feed_id=${news.sourceId}`)).toEqual([
    ids[0],
    ...ids.slice(2, 4),
  ])
})

test('a search counts as ten requests more, one that is refused for something else does not', async () => {
  const minuteAt = Date.now() - (Date.now() % 60_000)
  vi.useFakeTimers({ now: minuteAt + 30_000, toFake: ['Date'] }) // no minute ends meanwhile
  try {
    const mary = await addReader(server.database, 'mary')
    const client = goClient(server.url, await minifluxPassword(server.database, mary))
    await takeRequests(server.database, `requests of ${mary}`, { windowAt: minuteAt, size: 2_400 - 15 })
    const asked = ['search=news&order=size', 'search=news', 'search=news', 'limit=1']
    const statuses: number[] = []
    for (const query of asked) statuses.push((await client('GET', `/v1/entries?${query}`)).status)
    expect(statuses).toEqual([400, 200, 429, 200])
  } finally {
    vi.useRealTimers()
  }
})

test('what has one label of many is narrowed by twenty at most, each once', async () => {
  const of = (count: number, name: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `tags=${name(at)}`).join('&')
  expect((await listed(`entries?${of(1_000, () => 'one')}`)).total).toBe(0)
  expect((await listed(`entries?${of(20, String)}`)).total).toBe(0)
  const { status, body } = await go('GET', `/v1/entries?${of(21, String)}`)
  expect([status, body]).toEqual([400, { error_message: expect.stringContaining('tags') as string }])
})

test.each(['status=new', 'order=size', 'direction=up', 'category_id=99', 'feed_id=99'])(
  'entries?%s is a bad request with its reason',
  async (query) => {
    const { status, body } = await go('GET', `/v1/entries?${query}`)
    expect([status, body]).toEqual([400, { error_message: expect.any(String) as string }])
  },
)

test.each([
  ['status=', 6],
  ['status=removed', 0],
  ['status=removed&status=read', 0],
  ['status=removed&status=unread', 6],
  ['tags=&search=', 6],
  ['limit=-1&offset=-1', 6],
])('entries?%s is answered as by Miniflux', async (query, total) => {
  expect((await listed(`entries?${query}`)).total).toBe(total)
})

test('HEAD is answered where GET is', async () => {
  const head = (path: string) =>
    fetch(`${server.url}${path}`, { method: 'HEAD', headers: { 'x-auth-token': password } })
  expect([(await head('/v1/me')).status, (await head('/v1/import')).status]).toEqual([200, 405])
})

test('a program that has not signed in learns that the server is there, and its version', async () => {
  const [health, version] = await Promise.all(
    ['/healthcheck', '/version'].map((path) => ask(server.url + path)),
  )
  expect([health?.status, health?.text]).toEqual([200, 'OK'])
  expect((await go('GET', '/v1/version')).body).toMatchObject({ version: version?.text })
})

test('what is muted is hidden but in its own list; what is starred stays when its feed is left', async () => {
  await changePostings(server.database, reader, [BigInt(ids[4] ?? 0)], { isStarred: true }, Date.now())
  await server.database.subscription.updateMany({
    where: { sourceId: news.sourceId },
    data: { isMuted: true },
  })
  expect((await go('GET', `/v1/feeds/${news.sourceId}`)).body).toMatchObject({ hide_globally: true })
  expect((await listed('entries')).total).toBe(2)
  expect((await listed(`feeds/${news.sourceId}/entries`)).total).toBe(4)
  await server.database.subscription.deleteMany({ where: { sourceId: plain.sourceId } })
  const { body } = await go('GET', '/v1/entries?starred=true')
  expect(body).toMatchObject({
    total: 1,
    entries: [{ id: ids[4], status: 'read', feed: { id: plain.sourceId, category: { id: topId } } }],
  })
})

test('a feed is refreshed no sooner than its host allows', async () => {
  const { sourceId } = news
  const refresh = () => go('PUT', `/v1/feeds/${sourceId}/refresh`)
  const change = (data: object) => server.database.source.update({ where: { id: sourceId }, data })
  const host = (nextRequestAt: Date | null) =>
    server.database.host.update({ where: { name: 'site.example' }, data: { nextRequestAt } })
  await change({ lastPolledAt: new Date(), isAwaited: false, nextPollAt: null })
  expect((await refresh()).status).toBe(204)
  expect((await server.database.source.findUniqueOrThrow({ where: { id: sourceId } })).isAwaited).toBe(false)
  await change({ lastPolledAt: new Date(Date.now() - 600_000) })
  await host(new Date(Date.now() + 3_600_000))
  const early = await refresh()
  expect([early.status, early.body]).toEqual([
    429,
    { error_message: expect.stringContaining('site') as string },
  ])
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(3_000)
  for (const path of ['feeds/refresh', `categories/${topId}/refresh`])
    expect((await python('PUT', `/v1/${path}`)).status).toBe(204)
  expect((await python('PUT', '/v1/categories/999999/refresh')).status).toBe(404)
})

test("another's feeds, categories and entries are not there", async () => {
  const eve = goClient(
    server.url,
    await minifluxPassword(server.database, await addReader(server.database, 'eve')),
  )
  expect((await eve('GET', '/v1/feeds')).body).toEqual([])
  expect((await eve('GET', '/v1/entries')).body).toEqual({ total: 0, entries: [] })
  for (const path of [`feeds/${news.sourceId}`, `feeds/${news.sourceId}/icon`, `entries/${ids[0]}`])
    expect((await eve('GET', `/v1/${path}`)).status).toBe(404)
  expect((await eve('GET', `/v1/categories/${news.folderId}/feeds`)).status).toBe(404)
  const mine = ((await go('GET', '/v1/me')).body as { id: number }).id
  expect(((await eve('GET', '/v1/me')).body as { id: number }).id).not.toBe(mine)
})

test('accounts and keys are closed, what is unknown is not found, and no answer is a page or a redirection', async () => {
  for (const path of ['users', 'users/1', 'users/ada', 'api-keys'])
    expect(await go('GET', `/v1/${path}`)).toMatchObject({
      status: 403,
      body: { error_message: expect.any(String) as string },
    })
  for (const path of ['nothing', 'toString', 'feeds/x', 'feeds/1/2', '%ff'])
    expect(await go('GET', `/v1/${path}`)).toMatchObject({
      status: 404,
      body: { error_message: 'Not Found' },
    })
  const refused = await go('DELETE', '/v1/me')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
  const asked = await ask(`${server.url}/v1/entries`, { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    ...[204, 'X-Auth-Token, Authorization, Content-Type, Accept'],
  ])
  expect(asked.headers.get('access-control-allow-methods')).toContain('PUT')
})

/** The members without which Capy Reader (26d349c) refuses an answer, by their types. */
const capyRequires = {
  user: {
    number: ['id', 'entries_per_page'],
    boolean: ['is_admin', 'keyboard_shortcuts', 'show_reading_time', 'entry_swipe'],
    string: [
      ...['username', 'theme', 'language', 'timezone', 'entry_sorting_direction', 'stylesheet'],
      ...['google_id', 'openid_connect_id', 'last_login_at'],
    ],
  },
  feed: {
    number: ['id', 'user_id', 'parsing_error_count'],
    boolean: ['crawler', 'disabled', 'ignore_http_cache', 'fetch_via_proxy'],
    string: ['title', 'site_url', 'feed_url', 'checked_at'],
  },
  entry: {
    number: ['id', 'user_id', 'feed_id', 'reading_time'],
    boolean: ['starred'],
    string: [
      ...['status', 'hash', 'title', 'url', 'content'],
      ...['published_at', 'created_at', 'changed_at'],
    ],
  },
  category: { number: ['id', 'user_id'], boolean: [], string: ['title'] },
} as const

test('Capy Reader finds all that it requires of a user, feeds, entries and categories', async () => {
  const proven = programRow('capy-miniflux', { tried: ['sign-in', 'first sync'] })
  type Members = Record<string, unknown>
  const { entries } = (await go('GET', '/v1/entries')).body as { entries: Members[] }
  const feeds = (await go('GET', '/v1/feeds')).body as Members[]
  const found: [keyof typeof capyRequires, Members[]][] = [
    ['user', [(await go('GET', '/v1/me')).body as Members]],
    ['feed', [...feeds, ...entries.map(({ feed }) => feed as Members)]],
    ['entry', entries],
    [
      'category',
      [
        ...((await go('GET', '/v1/categories')).body as Members[]),
        ...feeds.map(({ category }) => category as Members),
      ],
    ],
  ]
  for (const [kind, all] of found) {
    expect(all.length, kind).toBeGreaterThan(0)
    for (const each of all)
      for (const [type, names] of Object.entries(capyRequires[kind]))
        for (const name of names) expect([kind, name, typeof each[name]]).toEqual([kind, name, type])
  }
  proven('sign-in', 'first sync')
})
