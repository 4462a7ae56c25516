import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ask, formOf, type Answered } from '#tests/support/api/ask.ts'
import { minifluxPassword } from '#tests/support/programs/miniflux-app.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'

/** Requests of further programs, after their sources, and the members that each cannot do without. */
const server = withReaderApps()
const root = '/api/greader.php'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const state = (name: string) => `user/-/state/com.google/${name}`
const hour = 3_600_000
const text = expect.any(String) as string
const number = expect.any(Number) as number
let reader: string
let app: ReaderApp
let sourceId: number
let ids: bigint[]

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.posting.deleteMany()
  await server.database.rateLimit.deleteMany()
  reader = await addReader(server.database, 'ada')
  ;({ sourceId } = await addSubscription(server.database, reader, 'site', { folderName: 'News' }))
  await server.database.source.updateMany({ data: { firstPolledAt: new Date() } })
  const foundAt = Date.now() - hour
  ids = await addPostings(
    server.database,
    sourceId,
    Array.from({ length: 7 }, (_, n) => ({ foundAt: foundAt + n })),
  )
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = await server.app(reader)
})

type Options = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
const sent = (method: 'GET' | 'POST', path: string, { body, headers = {} }: Options = {}) =>
  ask(`${server.url}${root}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : form), 'x-forwarded-for': '203.0.113.2', ...headers },
    ...(body === undefined ? {} : { body }),
  })
const itemsOf = ({ body }: Answered) => body['items'] as Record<string, unknown>[]
const refsOf = ({ body }: Answered) => (body['itemRefs'] as { id: string }[]).map(({ id }) => id)
const longIds = () => ids.map((id) => `tag:google.com,2005:reader/item/${hex(id)}`)
const hex = (id: bigint) => id.toString(16).padStart(16, '0')
const unread = async () =>
  refsOf(await app.get(`stream/items/ids?s=${state('reading-list')}&xt=${state('read')}`))

async function signIn(path: string, fields: string): Promise<Record<string, string>> {
  const login = await sent('POST', path, { body: `${fields}Email=ada%40example.org&Passwd=${app.password}` })
  const line = login.text.split('\n').find((each) => each.startsWith('Auth=')) ?? ''
  return { authorization: `GoogleLogin auth=${line.slice('Auth='.length)}` }
}

test('Vienna: each feed by its texts, its unread and its starred; read up to the second behind its list', async () => {
  const proven = programRow('vienna', { tried: ['sign-in', 'first sync', 'star', 'mark all', 'move'] })
  const headers = await signIn('/accounts/ClientLogin?accountType=GOOGLE&service=reader', '')
  const get = (path: string) => sent('GET', `/reader/api/0/${path}`, { headers })
  const T = (await get('token')).text
  const post = (path: string, body: string) =>
    sent('POST', `/reader/api/0/${path}`, { headers, body: `T=${T}&${body}` })
  const { subscriptions } = (await get('subscription/list?client=ViennaRSS&output=json')).body
  const feed = {
    id: `feed/${sourceId}`,
    url: text,
    htmlUrl: text,
    title: text,
    categories: [{ label: 'News' }],
  }
  expect(subscriptions).toMatchObject([feed])
  const counts = await get('unread-count?client=ViennaRSS&output=json&allcomments=false')
  expect(counts.body['unreadcounts']).toContainEqual({ id: feed.id, count: 7, newestItemTimestampUsec: text })
  const since = Math.floor(Date.now() / 1000) - 15 * 60 - 7200
  const list = `stream/contents/feed%2F${sourceId}?client=ViennaRSS&comments=false&likes=false&ot=${since}&n=1000&output=json`
  const texts = await get(list)
  expect(itemsOf(texts).map(({ id }) => id)).toEqual(longIds().toReversed())
  const item = { author: text, title: text, summary: { content: text }, alternate: [{ href: text }] }
  expect(itemsOf(texts)[0]).toMatchObject({ ...item, published: number, updated: number })
  const of = `stream/items/ids?client=ViennaRSS&s=feed%2F${sourceId}`
  expect(refsOf(await get(`${of}&xt=user/-/state/com.google/read&n=1000&output=json`))).toHaveLength(7)
  await post(
    'edit-tag',
    `a=user%2F-%2Fstate%2Fcom.google%2Fstarred&async=true&i=${encodeURIComponent(longIds()[2] ?? '')}`,
  )
  const starred = await get(`${of}&it=user/-/state/com.google/starred&n=1000&output=json`)
  expect(refsOf(starred)).toEqual([String(ids[2])])
  const ts = (Number(texts.body['updated']) + 1) * 1_000_000
  expect(ts).toBeLessThanOrEqual(Date.now() * 1000)
  expect((await post('mark-all-as-read', `s=feed%2F${sourceId}&ts=${ts}`)).text).toBe('OK')
  expect(await unread()).toEqual([])
  await post('subscription/edit?client=ViennaRSS', `ac=edit&s=feed%2F${sourceId}&a=user%2F-%2Flabel%2FLater`)
  await post('subscription/edit?client=ViennaRSS', `ac=edit&s=feed%2F${sourceId}&t=Renamed`)
  const changed = (await get('subscription/list?client=ViennaRSS&output=json')).body['subscriptions']
  expect(changed).toMatchObject([{ title: 'Renamed', categories: [{ label: 'Later' }] }])
  proven('sign-in', 'first sync', 'star', 'mark all', 'move')
})

test('EasyRSS: texts without a stream, five and then fifty at a time, marks by bare digits', async () => {
  const proven = programRow('easyrss', { tried: ['sign-in', 'first sync', 'read'] })
  const headers = await signIn(
    '/accounts/ClientLogin',
    'accountType=GOOGLE&service=reader&source=Sun-EasyRSS&',
  )
  const get = (path: string) =>
    sent('GET', `/reader/api/0/${path}client=android&output=json&ck=1764300000000`, { headers })
  const tags = (await get('tag/list?')).body['tags']
  expect(tags).toContainEqual({ id: 'user/-/label/News', type: 'folder' })
  const [source] = (await get('subscription/list?')).body['subscriptions'] as Record<string, string>[]
  expect(source).toMatchObject({ sortid: text, htmlUrl: text, categories: [{ id: 'user/-/label/News' }] })
  expect(source?.['firstitemmsec']).toMatch(/^\d+$/)
  const first = await get('stream/contents/?likes=false&comments=false&r=n&n=5&')
  const item = itemsOf(first)[0]
  expect(item).toMatchObject({
    timestampUsec: expect.stringMatching(/^\d{16}$/) as string,
    origin: { streamId: text, title: text },
  })
  const c = String(first.body['continuation'])
  const rest = await get(`stream/contents/?likes=false&comments=false&r=n&c=${c}&n=50&`)
  expect([...itemsOf(first), ...itemsOf(rest)].map(({ id }) => id)).toEqual(longIds().toReversed())
  expect(rest.body['continuation']).toBeUndefined()
  const T = encodeURIComponent((await sent('GET', '/reader/api/0/token', { headers })).text)
  const i = hex(ids[0] ?? 0n)
  const read = `T=${T}&async=true&pos=0&i=${i}&a=user%2F-%2Fstate%2Fcom.google%2Fread`
  expect((await sent('POST', '/reader/api/0/edit-tag?client=scroll', { headers, body: read })).text).toBe(
    'OK',
  )
  expect(await unread()).not.toContain(String(ids[0]))
  proven('sign-in', 'first sync', 'read')
})

test('News+: 64 signs of the token, each with its feed, "read" up to the millisecond of its sync', async () => {
  const proven = programRow('news-plus', { tried: ['sign-in', 'first sync', 'read', 'mark all'] })
  const headers = {
    ...(await signIn('/accounts/ClientLogin', 'accountType=GOOGLE&service=reader&')),
    'user-agent': 'gzip',
  }
  const get = (path: string) => sent('GET', `/reader/api/0/${path}`, { headers })
  const T = encodeURIComponent((await get('token')).text.slice(0, 64))
  const { userId } = (await get('user-info')).body
  const stream = encodeURIComponent(state('reading-list'))
  const ot = Math.floor((Date.now() - 2 * hour) / 1000)
  const contents = await get(
    `stream/contents/${stream}?client=newsplus&ck=${Date.now()}&xt=${state('read')}&ot=${ot}&n=1000&r=n`,
  )
  expect(itemsOf(contents)).toHaveLength(7)
  expect(itemsOf(contents)[0]).toMatchObject({
    crawlTimeMsec: text,
    published: number,
    author: text,
    origin: { streamId: `feed/${sourceId}` },
  })
  expect(
    refsOf(await get(`stream/items/ids?output=json&s=${stream}&xt=${state('read')}&n=10000&r=n`)),
  ).toHaveLength(7)
  const post = (path: string, body: string) =>
    sent('POST', `/reader/api/0/${path}?client=newsplus`, { headers, body: `T=${T}&${body}` })
  const both = longIds()
    .slice(0, 2)
    .map((id) => `i=${encodeURIComponent(id)}&s=feed%2F${sourceId}`)
    .join('&')
  expect((await post('edit-tag', `a=${encodeURIComponent(state('read'))}&${both}&async=true`)).text).toBe(
    'OK',
  )
  expect(
    (await post('edit-tag', `a=user%2F${String(userId)}%2Flabel%2FTo+cite&${both}&async=true`)).text,
  ).toBe('OK')
  expect(refsOf(await get('stream/items/ids?output=json&s=user/-/label/To%20cite'))).toHaveLength(2)
  expect(await unread()).toHaveLength(5)
  const renamed = `s=user%2F-%2Flabel%2FTo+cite&t=To+cite&dest=user%2F-%2Flabel%2FCited`
  expect((await post('rename-tag', renamed)).text).toBe('OK')
  expect((await post('mark-all-as-read', `s=${stream}&t=all&ts=${Date.now()}999`)).text).toBe('OK')
  expect(await unread()).toEqual([])
  proven('sign-in', 'first sync', 'read', 'mark all')
})

test('FreshRSS Discover: finds the server, asks for "reading-list", marks by numbers', async () => {
  const proven = programRow('freshrss-discover', { tried: ['sign-in', 'first sync', 'read'] })
  expect((await sent('GET', '')).text.trim()).toBe('OK')
  const probe = { headers: { authorization: 'GoogleLogin auth=x/y' } }
  expect((await sent('GET', '/check/compatibility', probe)).text).toMatch(/^PASS/)
  const headers = await signIn('/accounts/ClientLogin', '')
  const list = `/reader/api/0/stream/contents/reading-list?n=5&xt=${encodeURIComponent(state('read'))}`
  const first = await sent('GET', list, { headers })
  const link = [{ href: text }]
  const item = {
    id: text,
    title: text,
    published: number,
    canonical: link,
    alternate: [{ href: text, type: text }],
  }
  for (const each of itemsOf(first))
    expect(each).toMatchObject({
      ...item,
      summary: { content: text },
      origin: { streamId: text, title: text },
    })
  const rest = await sent('GET', `${list.replace('?n=5', `?n=5&c=${String(first.body['continuation'])}`)}`, {
    headers,
  })
  expect([...itemsOf(first), ...itemsOf(rest)].map(({ id }) => id)).toEqual(longIds().toReversed())
  const T = (await sent('GET', '/reader/api/0/token', { headers })).text.trim()
  const body = `T=${T}&a=${encodeURIComponent(state('read'))}&${ids.map((id) => `i=${id}`).join('&')}`
  expect((await sent('POST', '/reader/api/0/edit-tag', { headers, body })).text.trim()).toBe('OK')
  expect(await unread()).toEqual([])
  proven('sign-in', 'first sync', 'read')
})

test('Twine: texts and 50,000 numbers by the query, folders by edits of no feed, without T', async () => {
  const tried = ['sign-in', 'first sync', 'read', 'star', 'add', 'move', 'remove'] as const
  const proven = programRow('twine', { tried })
  const headers = await signIn('/accounts/ClientLogin', '')
  const get = (path: string) => sent('GET', `/reader/api/0/${path}`, { headers })
  const post = (path: string, fields: Record<string, string | readonly string[]>) =>
    sent('POST', `/reader/api/0/${path}`, { headers, body: formOf(fields).toString() })
  const user = { userId: text, userName: text, userProfileId: text, userEmail: text }
  expect((await get('user-info?output=json')).body).toMatchObject(user)
  const contents = `stream/contents?s=${encodeURIComponent(state('reading-list'))}&n=1000&output=json`
  const items = itemsOf(await get(`${contents}&xt=${encodeURIComponent(state('read'))}`))
  expect(items.map(({ id }) => id)).toEqual(longIds().toReversed())
  // A member that is null would end its sync.
  const links = [{ href: text }]
  const told = { crawlTimeMsec: text, timestampUsec: text, published: number, title: text, author: text }
  for (const item of items)
    expect(item).toMatchObject({ ...told, canonical: links, alternate: links, summary: { content: text } })
  const listed = (name: string, without = '') =>
    get(`stream/items/ids?s=${encodeURIComponent(state(name))}${without}&n=50000&output=json`)
  const i = longIds().slice(0, 2)
  expect((await post('edit-tag', { i, a: state('read') })).text).toBe('OK')
  expect(refsOf(await listed('read'))).toHaveLength(2)
  expect(refsOf(await listed('reading-list', `&xt=${encodeURIComponent(state('read'))}`))).toHaveLength(5)
  await post('edit-tag', { i, a: state('starred') })
  expect(refsOf(await listed('starred'))).toHaveLength(2)
  await post('edit-tag', { i, r: state('starred') })
  expect(refsOf(await listed('starred'))).toEqual([])
  const s = `feed/${sourceId}`
  expect((await post('subscription/edit', { ac: 'edit', s: '', a: 'user/-/label/Made' })).text).toBe('OK')
  expect((await get('tag/list?output=json')).body['tags']).toContainEqual({
    id: 'user/-/label/Made',
    type: 'folder',
  })
  await post('subscription/edit', { ac: 'edit', s, t: 'Renamed' })
  await post('subscription/edit', { ac: 'edit', s, a: 'user/-/label/Made' })
  await post('rename-tag', { s: 'user/-/label/Made', dest: 'user/-/label/Once more' })
  const subscriptions = async () => (await get('subscription/list?output=json')).body['subscriptions']
  expect(await subscriptions()).toMatchObject([{ title: 'Renamed', categories: [{ label: 'Once more' }] }])
  await post('disable-tag', { s: 'user/-/label/Once more' })
  expect(await subscriptions()).toMatchObject([{ title: 'Renamed', categories: [] }])
  await post('subscription/edit', { ac: 'unsubscribe', s })
  expect(await subscriptions()).toEqual([])
  const quickadd = encodeURIComponent('https://site.example/feed')
  const added = await sent('POST', `/reader/api/0/subscription/quickadd?quickadd=${quickadd}`, { headers })
  expect(added.body).toMatchObject({ numResults: 1, streamId: s, streamName: text })
  proven(...tried)
})

test('RSS Guard 5: feeds changed by the query of a POST, numbers by 200,000, texts by 9,999 with a place to go on', async () => {
  const tried = ['sign-in', 'first sync', 'read', 'star', 'add', 'move', 'remove'] as const
  const proven = programRow('rss-guard-5', { tried })
  const headers = await signIn('/accounts/ClientLogin', '')
  const get = (path: string) => sent('GET', `/reader/api/0/${path}`, { headers })
  const post = (path: string, body: string) => sent('POST', `/reader/api/0/${path}`, { headers, body })
  const T = encodeURIComponent((await get('token')).text)
  const numbers = async (name: string, more = '') =>
    refsOf(
      await get(
        `stream/items/ids?output=json&n=200000&s=${encodeURIComponent(state(name))}${more}&ot=1700000000`,
      ),
    )
  const known = await numbers('reading-list')
  expect(known).toEqual(ids.map(String).toReversed())
  const i = (some: readonly string[]) => some.map((id) => `i=${encodeURIComponent(id)}`).join('&')
  const texts = await post('stream/items/contents?output=json&n=200000', i(longIds()))
  expect([itemsOf(texts).length, texts.body['continuation']]).toEqual([7, undefined])
  expect((await post('edit-tag', `a=${state('read')}&${i(longIds().slice(0, 2))}`)).text).toBe('OK')
  expect(await numbers('reading-list', `&xt=${state('read')}`)).toHaveLength(5)
  expect(await numbers('read')).toHaveLength(2)
  await post('edit-tag', `a=${state('starred')}&${i(longIds().slice(0, 1))}&T=${T}`)
  expect(await numbers('starred')).toEqual([String(ids[0])])
  const edit = (query: string) => post(`subscription/edit?${query}`, `T=${T}`)
  const subscriptions = async () => (await get('subscription/list?output=json')).body['subscriptions']
  await edit(`ac=edit&s=feed/${sourceId}&t=My%20feed&a=user/-/label/Later`)
  expect(await subscriptions()).toMatchObject([{ title: 'My feed', categories: [{ label: 'Later' }] }])
  await edit(`ac=edit&s=feed/${sourceId}&t=My%20feed&r=user/-/label/Later`)
  expect(await subscriptions()).toMatchObject([{ title: 'My feed', categories: [] }])
  expect((await edit(`ac=unsubscribe&s=feed/${sourceId}`)).text).toBe('OK')
  expect(await subscriptions()).toEqual([])
  await edit('ac=subscribe&s=feed/https://site.example/feed&t=Again&a=user/-/label/News')
  expect(await subscriptions()).toMatchObject([{ title: 'Again', categories: [{ label: 'News' }] }])
  proven(...tried)
})

test('FeedFlow: signs in by the query beside a header of nobody, ends a folder by an edit of no article', async () => {
  const tried = ['sign-in', 'first sync', 'read', 'star', 'add', 'move', 'remove'] as const
  const proven = programRow('feedflow', { tried })
  const query = new URLSearchParams({ Email: 'ada@example.org', Passwd: app.password })
  const login = await sent('POST', `/accounts/ClientLogin?${query}`, {
    headers: { authorization: 'GoogleLogin auth=' },
  })
  const auth = login.text.split('\n').find((line) => line.startsWith('Auth=')) ?? ''
  const headers = { authorization: `GoogleLogin auth=${auth.slice('Auth='.length)}` }
  const get = (path: string) => sent('GET', `/reader/api/0/${path}`, { headers })
  const T = (await get('token')).text
  const post = (path: string, fields: Record<string, string | readonly string[]>) =>
    sent('POST', `/reader/api/0/${path}`, { headers, body: formOf({ ...fields, T }).toString() })
  const subscriptions = async () => (await get('subscription/list?output=json')).body['subscriptions']
  expect(await subscriptions()).toMatchObject([{ id: text, title: text, categories: [{ label: text }] }])
  const list = `stream/contents/${state('reading-list')}?xt=${state('read')}&n=5&output=json`
  const first = await get(list)
  const rest = await get(`${list}&c=${String(first.body['continuation'])}`)
  const all = [...itemsOf(first), ...itemsOf(rest)]
  expect(all.map(({ id }) => id)).toEqual(longIds().toReversed())
  const origin = { streamId: text, htmlUrl: text, title: text }
  for (const item of all)
    expect(item).toMatchObject({ published: number, title: text, summary: { content: text }, origin })
  expect((await post('edit-tag', { i: longIds().slice(0, 2), a: state('read') })).text).toBe('OK')
  await post('edit-tag', { i: longIds().slice(0, 2), a: state('starred') })
  expect(refsOf(await get(`stream/items/ids?s=${state('starred')}&n=15000&output=json`))).toHaveLength(2)
  const texts = await post('stream/items/contents', { i: longIds() })
  expect(itemsOf(texts)).toHaveLength(7)
  const s = `feed/${sourceId}`
  const moved = { s, ac: 'edit', r: 'user/-/label/News', t: 'Renamed', a: 'user/-/label/Later' }
  expect((await post('subscription/edit', moved)).text).toBe('OK')
  const later = { title: 'Renamed', categories: [{ label: 'Later' }] }
  expect(await subscriptions()).toMatchObject([later])
  expect((await post('edit-tag', { s: 'user/-/label/Later' })).text).toBe('OK')
  expect(await subscriptions()).toMatchObject([later])
  await post('subscription/edit', { s, ac: 'unsubscribe' })
  expect(await subscriptions()).toEqual([])
  const added = await post('subscription/quickadd', { quickadd: 'https://site.example/feed' })
  expect(added.body).toMatchObject({ numResults: 1, streamId: s })
  proven(...tried)
})

/** A request below /v1/ with the headers of a program. */
async function miniflux(own: Readonly<Record<string, string>>) {
  const token = await minifluxPassword(server.database, reader)
  return async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-auth-token': token, ...own }
    const sentBody = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, body: answer } = await ask(`${server.url}/v1/${path}`, { method, headers, ...sentBody })
    return { status, body: answer as unknown }
  }
}
const feedOf = () => ({
  id: sourceId,
  title: text,
  site_url: text,
  feed_url: text,
  category: { id: number, title: 'News' },
})

test('Fluxnews: a thousand entries a page with their number, folders with their feeds, and "save" that does nothing', async () => {
  const proven = programRow('fluxnews', { tried: ['sign-in', 'first sync', 'read', 'star'] })
  const flux = await miniflux({
    accept: 'application/json; charset=UTF-8',
    'content-type': 'application/json; charset=UTF-8',
  })
  expect((await flux('GET', 'me')).status).toBe(200)
  const version = (await flux('GET', 'version')).body as Record<string, string>
  for (const name of ['version', 'commit', 'build_date', 'go_version', 'compiler', 'arch', 'os'])
    expect(version[name]).toEqual(text)
  expect(Number(version['version']?.replace(/\D/g, ''))).toBeGreaterThan(2_000)
  const folders = (await flux('GET', 'categories')).body as { id: number; title: string }[]
  const folder = folders.find(({ title }) => title === 'News')
  expect(folder).toMatchObject({ id: number, title: 'News' })
  const feeds = await flux('GET', `categories/${folder?.id}/feeds`)
  expect(feeds.body).toMatchObject([{ ...feedOf(), crawler: false }])
  expect((await flux('GET', `icons/${sourceId}`)).status).toBe(404)
  const page = (offset: number) =>
    flux('GET', `entries?order=published_at&status=unread&direction=desc&limit=1000&offset=${offset}`)
  const { total, entries } = (await page(0)).body as { total: number; entries: Record<string, unknown>[] }
  expect([total, entries.length]).toEqual([7, 7])
  const entry = {
    id: number,
    feed_id: sourceId,
    title: text,
    url: text,
    comments_url: '',
    share_code: '',
    content: text,
    hash: text,
  }
  const told = {
    published_at: text,
    created_at: text,
    status: 'unread',
    reading_time: number,
    starred: false,
    feed: feedOf(),
  }
  expect(entries[0]).toMatchObject({ ...entry, ...told })
  const own = Number(ids[0])
  expect((await flux('PUT', 'entries', { entry_ids: [own], status: 'read' })).status).toBe(204)
  expect((await flux('PUT', `entries/${own}/bookmark`)).status).toBe(204)
  const starred = (
    await flux('GET', 'entries?starred=true&order=published_at&direction=desc&limit=1000&offset=0')
  ).body
  expect(starred).toMatchObject({ total: 1, entries: [{ id: own, status: 'read', starred: true }] })
  const saved = await flux('POST', `entries/${own}/save`)
  expect(saved).toEqual({ status: 400, body: { error_message: 'no third-party integration enabled' } })
  expect((await flux('PUT', 'feeds/refresh')).status).toBe(204)
  expect((await flux('POST', 'categories', { title: 'Later' })).status).toBe(201)
  expect((await flux('PUT', `feeds/${sourceId}`, { title: 'Renamed' })).status).toBe(201)
  proven('sign-in', 'first sync', 'read', 'star')
})

test("KOReader's plugin: lists by feed and folder with counters, and marks without a body", async () => {
  const proven = programRow('koreader', { tried: ['sign-in', 'first sync', 'read', 'mark all'] })
  const ko = await miniflux({ 'content-type': 'application/json', 'user-agent': 'KOReader/1.0' })
  expect((await ko('GET', 'me')).body).toMatchObject({ id: number, username: text })
  expect((await ko('GET', 'feeds')).body).toMatchObject([
    { ...feedOf(), checked_at: text, disabled: false, parsing_error_message: text },
  ])
  expect((await ko('GET', 'feeds/counters')).body).toEqual({ reads: {}, unreads: { [sourceId]: 7 } })
  const folders = (await ko('GET', 'categories?counts=true')).body as { id: number; title: string }[]
  const folder = folders.find(({ title }) => title === 'News')
  expect(folder).toMatchObject({ title: 'News', total_unread: 7 })
  const shown = 'limit=100&direction=asc&order=published_at&status=unread'
  for (const path of ['', `feeds/${sourceId}/`, `categories/${folder?.id}/`]) {
    const { entries } = (await ko('GET', `${path}entries?${shown}`)).body as { entries: unknown[] }
    expect(entries).toHaveLength(7)
    const member = { id: number, title: text, content: text, url: text, published_at: text, status: 'unread' }
    expect(entries[0]).toMatchObject({
      ...member,
      feed: { id: sourceId, title: text, category: { title: 'News' } },
    })
  }
  expect((await ko('PUT', 'entries', { entry_ids: [Number(ids[0])], status: 'read' })).status).toBe(204)
  expect((await ko('PUT', `categories/${folder?.id}/mark-all-as-read`)).status).toBe(204)
  expect(await unread()).toEqual([])
  expect((await ko('PUT', `feeds/${sourceId}/mark-all-as-read`)).status).toBe(204)
  proven('sign-in', 'first sync', 'read', 'mark all')
})

test('reminiflux, a page of another origin: bodies without a type, counts by one entry, "?&" in addresses', async () => {
  const proven = programRow('reminiflux', { tried: ['sign-in', 'first sync', 'read', 'star'] })
  const page = { origin: 'https://elsewhere.example', 'content-type': 'text/plain;charset=UTF-8' }
  const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-auth-token' }
  const before = await ask(`${server.url}/v1/entries`, { method: 'OPTIONS', headers: { ...page, ...asked } })
  expect(before.headers.get('access-control-allow-origin')).toBe('*')
  expect(before.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-auth-token')
  expect(before.headers.get('access-control-allow-methods')).toContain('PUT')
  const re = await miniflux(page)
  expect((await re('GET', 'feeds')).body).toMatchObject([feedOf()])
  for (const place of ['entries?', `feeds/${sourceId}/entries?`])
    expect((await re('GET', `${place}status=unread&limit=1`)).body).toMatchObject({ total: 7 })
  expect((await re('GET', 'entries?starred=true&status=unread&limit=1')).body).toMatchObject({ total: 0 })
  expect((await re('PUT', `entries/${ids[0]}/bookmark`, {})).status).toBe(204)
  const { entries } = (await re('GET', 'entries?&status=unread')).body as { entries: { id: number }[] }
  expect(
    (await re('PUT', 'entries', { entry_ids: entries.map(({ id }) => id), status: 'read' })).status,
  ).toBe(204)
  expect(await unread()).toEqual([])
  expect((await re('PUT', 'feeds/refresh', {})).status).toBe(204)
  proven('sign-in', 'first sync', 'read', 'star')
})

test('Miniflux for PocketBook: a thousand unread, marks as one text, all of the user with an empty body', async () => {
  const proven = programRow('pocketbook', { tried: ['sign-in', 'first sync', 'read', 'mark all'] })
  const pocket = await miniflux({ 'content-type': 'application/json' })
  const { entries } = (await pocket('GET', 'entries?status=unread&direction=asc&limit=1000')).body as {
    entries: object[]
  }
  const members = { id: number, status: 'unread', title: text, url: text, comments_url: text, content: text }
  for (const entry of entries)
    expect(entry).toMatchObject({ ...members, starred: false, reading_time: number })
  expect((await pocket('PUT', 'entries', { entry_ids: [Number(ids[0])], status: 'read' })).status).toBe(204)
  const { id } = (await pocket('GET', 'me')).body as { id: number }
  expect((await pocket('PUT', `users/${id}/mark-all-as-read`)).status).toBe(204)
  expect(await unread()).toEqual([])
  proven('sign-in', 'first sync', 'read', 'mark all')
})

const feverKey = () => createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
/** The ids of one of Fever's lists, which is one text. */
const split = ({ body }: Answered, name: string) =>
  String(body[name])
    .split(',')
    .filter((id) => id !== '')

test('Read You by Fever: from an empty number upwards, marks in the query, up to the end of time', async () => {
  const proven = programRow('read-you-fever', {
    tried: ['sign-in', 'first sync', 'read', 'star', 'mark all'],
  })
  const fever = (query: string) =>
    ask(`${server.url}/fever/?api=&${query}`, {
      method: 'POST',
      headers: form,
      body: `api_key=${feverKey()}`,
    })
  expect((await fever('')).body).toMatchObject({ api_version: 3, auth: 1, last_refreshed_on_time: text })
  const groups = (await fever('groups')).body
  expect(groups).toMatchObject({
    groups: [{ id: number, title: 'News' }],
    feeds_groups: [{ feed_ids: String(sourceId) }],
  })
  const feed = { id: sourceId, favicon_id: number, title: text, url: text, site_url: text, is_spark: 0 }
  expect((await fever('feeds')).body).toMatchObject({ feeds: [feed], feeds_groups: [{ group_id: number }] })
  expect((await fever('favicons')).body['favicons']).toEqual([])
  const items = itemsOf(await fever('items&since_id='))
  expect(items.map(({ id }) => id)).toEqual(ids.map(Number))
  const item = { feed_id: sourceId, title: text, author: text, html: text, url: text }
  expect(items[0]).toMatchObject({ ...item, is_saved: 0, is_read: 0, created_on_time: number })
  expect(itemsOf(await fever(`items&since_id=${ids.at(-1)}`))).toEqual([])
  await fever(`mark=item&as=read&id=${ids[0]}`)
  await fever(`mark=item&as=saved&id=${ids[1]}`)
  expect(split(await fever('unread_item_ids'), 'unread_item_ids')).toEqual(
    ids.slice(1).map(String).toReversed(),
  )
  expect(split(await fever('saved_item_ids'), 'saved_item_ids')).toEqual([String(ids[1])])
  const [group] = groups['groups'] as { id: number }[]
  const never = Math.floor(Date.now() / 1000) - 7200
  await fever(`mark=group&as=read&id=${group?.id}&before=${never}`)
  expect(await unread()).toHaveLength(6)
  await fever(`mark=group&as=read&id=${group?.id}&before=9223372036854775`)
  expect(await unread()).toEqual([])
  proven('sign-in', 'first sync', 'read', 'star', 'mark all')
})

test('Readrops by Fever: without "api", a form in parts behind a slash, no member that it does not know', async () => {
  const proven = programRow('readrops-fever', { tried: ['sign-in', 'first sync', 'read'] })
  const fever = (query: string) => {
    const body = new FormData()
    body.append('api_key', feverKey())
    return ask(`${server.url}/api/fever.php/?${query}`, { method: 'POST', body })
  }
  expect((await fever('api')).body['auth']).toBe(1)
  const { feeds, feeds_groups } = (await fever('feeds')).body as { feeds: object[]; feeds_groups: object[] }
  // It takes the icon's number for that of the feed whose number it read before.
  expect(Object.keys(feeds[0] ?? {}).slice(0, 2)).toEqual(['id', 'favicon_id'])
  expect(feeds_groups).toEqual([{ group_id: number, feed_ids: String(sourceId) }])
  const [folder] = (await fever('groups')).body['groups'] as object[]
  expect(Object.keys(folder ?? {}).sort()).toEqual(['id', 'title'])
  const unreadIds = split(await fever('unread_item_ids'), 'unread_item_ids')
  expect(unreadIds).toHaveLength(7)
  const below = itemsOf(await fever(`items&max_id=${ids.at(-1)}`))
  expect(below.map(({ id }) => id)).toEqual(ids.slice(0, -1).map(Number).toReversed())
  expect(itemsOf(await fever(`items&max_id=${ids[0]}`))).toEqual([])
  for (const { title } of below) expect(title).not.toBe('')
  await fever(`mark=item&as=read&id=${ids[0]}`)
  expect(itemsOf(await fever(`items&since_id=${Number(ids[0]) - 1}`))[0]).toMatchObject({
    is_read: 1,
    is_saved: 0,
  })
  proven('sign-in', 'first sync', 'read')
})
