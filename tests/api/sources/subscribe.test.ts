import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as discover from '#app/api/v1/discover/route.ts'
import * as counts from '#app/api/v1/counts/route.ts'
import * as weights from '#app/api/v1/admin/sources/weights/route.ts'
import * as listFrom from '#app/api/v1/opml/from-address/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { POST as miniflux } from '#app/v1/[[...path]]/route.ts'
import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readTallies } from '#lib/store/connection/tallies.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer, type Route } from '#tests/support/servers/feed-server.ts'

let database: Database
let feeds: FeedServer
let stop: () => Promise<void>
let reader: { readonly id: string; readonly token: string }

beforeAll(async () => {
  const server = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  database = server.database
  feeds = await createFeedServer({ hosts: 3 })
  const parser = createParsePool()
  const stopAggregator = await startAggregator(aggregatorContext(database, parser), server.url)
  stop = async () => {
    await stopAggregator()
    await parser.close()
    await feeds.close()
    await server.stop()
  }
  reader = await addSubscriber(database, { name: 'reader' })
  const now = Date.now()
  const many = Array.from({ length: 40 }, (_, n) => ({
    guid: `many-${n}`,
    title: `Posting ${n}`,
    publishedAt: now - (40 - n) * 3_600_000,
  }))
  feeds.route('/feed', rss({ title: 'Good feed', postings: many, window: 40 }), feeds.origins[0])
  feeds.route('/other', rss({ title: 'Other feed', postings: many.slice(0, 3) }))
  feeds.route(
    '/site',
    document(
      '<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>',
      'text/html',
    ),
  )
  feeds.route('/nothing', document('<html><body>Nothing here</body></html>', 'text/html'))
  feeds.route('/broken', status(500))
  feeds.route('/gone', status(410))
})

afterAll(() => stop())

/** Polls that are counted for /metrics. */
async function countPolls(): Promise<number> {
  const tallies = await readTallies(database)
  return tallies.find(({ name, label }) => name === 'polls' && label === 'fetched')?.value ?? 0
}

function post(body: unknown, token = reader.token) {
  return callRoute(token, { module: subscriptions, method: 'POST', body })
}

test('subscribing to a site finds its feed, polls it at once and answers with its postings', async () => {
  const made = await post({ url: `${feeds.origins[0]}/site`, folderName: 'News' })
  expect(made).toMatchObject({
    status: 201,
    body: { title: 'Good feed', ownTitle: null, url: `${feeds.origins[0]}/feed`, health: { kind: 'ok' } },
  })
  const page = await callRoute(reader.token, { module: postings, query: '?limit=1' })
  expect(page.body).toMatchObject({ postings: [{ title: 'Posting 39', delay: { kind: 'initial' } }] })
  const again = await post({ url: `${feeds.origins[0]}/feed` })
  expect(again).toMatchObject({ status: 200, body: { id: made.body['id'], folderId: made.body['folderId'] } })
})

test('who subscribes later starts with the newest thirty postings unread', async () => {
  await post({ url: `${feeds.origins[0]}/feed` })
  const late = await addSubscriber(database, { name: 'late' })
  await post({ url: `${feeds.origins[0]}/feed` }, late.token)
  expect((await callRoute(late.token, { module: counts })).body).toMatchObject({ all: 30 })
})

test('a source that its last subscriber leaves is not polled any more, and again when somebody returns', async () => {
  const url = `${feeds.origins[1]}/other`
  const { body } = await post({ url, title: 'Mine' })
  expect(body).toMatchObject({ title: 'Mine', ownTitle: 'Mine' })
  const params = { id: String(body['id']) }
  expect((await callRoute(reader.token, { module: subscription, method: 'DELETE', params })).status).toBe(204)
  expect(await database.source.findUnique({ where: { url } })).toMatchObject({ nextPollAt: null })
  expect(await database.posting.count({ where: { source: { url } } })).toBe(3)
  expect((await post({ url })).status).toBe(201)
  const source = await database.source.findUniqueOrThrow({ where: { url } })
  expect(source.nextPollAt).not.toBeNull()
})

test('what cannot be subscribed to is refused with its reason', async () => {
  expect(await post({ url: `${feeds.origins[1]}/nothing` })).toMatchObject({
    status: 422,
    body: { error: { code: 'no_feed_found', field: 'url' } },
  })
  const { host } = new URL(feeds.origins[1] ?? '')
  expect(await post({ url: `${feeds.origins[1]}/broken` })).toMatchObject({
    status: 422,
    body: {
      error: { code: 'source_unreachable', message: `${host} answered with an error.`, httpStatus: 500 },
    },
  })
  const body = { input: `${feeds.origins[1]}/gone` }
  expect(await callRoute(reader.token, { module: discover, method: 'POST', body })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'source_unreachable',
        message: `${host} has removed this address permanently.`,
        httpStatus: 410,
      },
    },
  })
  expect(await post({ url: 'http://127.0.0.1:1/feed' })).toMatchObject({ status: 400 })
  expect(await post({ url: 'http://10.0.0.1/feed' })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input', field: 'url' } },
  })
  expect(await post({ url: `${feeds.origins[0]}/feed`, folderId: 1, folderName: 'x' })).toMatchObject({
    status: 400,
    body: { error: { field: 'folderName' } },
  })
})

const slowFeed = rss({
  title: 'Late',
  postings: [{ guid: 'late', title: 'Late', publishedAt: Date.now() - 3_600_000 }],
})
const list = '<opml version="2.0"><body><outline text="F" xmlUrl="https://far.example/feed"/></body></opml>'
type Begin = (token: string, url: string) => Promise<{ readonly status: number }>

test.each<[string, Route, Begin]>([
  ['search', slowFeed, (token, url) => post({ url }, token)],
  ['app', slowFeed, addByApp],
  ['list', document(list, 'text/x-opml'), addList],
])('a token that ends while a stranger is asked subscribes to nothing: %s', async (name, served, begin) => {
  const owner = await addSubscriber(database, { name: `late-${name}` })
  feeds.route(`/late-${name}`, (request, response) => {
    const end = database.apiToken.deleteMany({ where: { userId: owner.id } })
    void end.then(() => served(request, response))
  })
  const { status: answered } = await begin(owner.token, `${feeds.origins[1]}/late-${name}`)
  expect(answered).toBe(401)
  expect(await database.subscription.count({ where: { subscriberId: owner.id } })).toBe(0)
})

function addByApp(token: string, url: string): Promise<Response> {
  const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
  const body = JSON.stringify({ feed_url: url })
  return miniflux(new Request(`${publicUrl}/v1/feeds`, { method: 'POST', headers, body }), undefined)
}

function addList(token: string, url: string) {
  return callRoute(token, { module: listFrom, method: 'POST', body: { url } })
}

test('an admin subscribes to a feed in a folder while another window of theirs weighs it', async () => {
  const admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  const url = `${feeds.origins[0]}/feed`
  await post({ url })
  const { id } = await database.source.findUniqueOrThrow({ where: { url } })
  const body = { ids: [id], weightFactor: 2 }
  const weigh = async () => {
    const weighed = await callRoute(admin.token, { module: weights, method: 'POST', body })
    expect(weighed).toEqual({ status: 200, body: { changed: 1 } })
  }
  const weighing = beforeStatement(database, /FROM "user" WHERE "id" = \$1 FOR NO KEY UPDATE/, weigh)
  expect((await post({ url, folderName: 'News' }, admin.token)).status).toBe(201)
  await weighing.done()
})

test('a feed that was just previewed is not asked again when it is subscribed to', async () => {
  const url = `${feeds.origins[0]}/previewed`
  const postings = [3, 2, 1].map((hours) => ({
    ...{ guid: `previewed-${hours}`, title: `Found ${hours} h ago` },
    publishedAt: Date.now() - hours * 3_600_000,
  }))
  feeds.route('/previewed', rss({ title: 'Previewed', postings }))
  const { status: previewed, body } = await callRoute(reader.token, {
    module: discover,
    method: 'POST',
    body: { input: url },
  })
  expect(previewed).toBe(200)
  expect(body).toMatchObject({
    candidates: [{ sample: ['Found 1 h ago', 'Found 2 h ago', 'Found 3 h ago'].map((title) => ({ title })) }],
  })
  expect(await post({ url, folderId: 1_000_000 })).toMatchObject({ status: 400 }) // and the preview is there still
  const pool = serverParsePool()
  const parse = vi.spyOn(pool, 'parse')
  const polled = await countPolls()
  const made = await post({ url })
  expect(made).toMatchObject({ status: 201, body: { unread: 3, health: { kind: 'ok' } } })
  expect(parse.mock.calls.map(([, subscriberId]) => subscriberId)).toEqual([reader.id])
  expect(await countPolls()).toBeGreaterThan(polled)
  expect(feeds.requests.filter((request) => request.path === '/previewed')).toHaveLength(1)
  const source = await database.source.findUniqueOrThrow({ where: { url } })
  expect(source).toMatchObject({ leaseOwner: null, lastOutcome: 'fetched' })
  expect(source.nextPollAt?.getTime()).toBeGreaterThan(Date.now())
})

test('a search leaves a host alone that asked for it, and what a host says to a search holds for all', async () => {
  const origin = feeds.origins[2] ?? ''
  const { hostname } = new URL(origin)
  feeds.route('/busy', status(429, { 'retry-after': '3600' }), origin)
  const search = (path: string) =>
    callRoute(reader.token, { module: discover, method: 'POST', body: { input: `${origin}${path}` } })
  expect(await search('/busy')).toMatchObject({
    status: 422,
    body: { error: { code: 'source_unreachable' } },
  })
  const { nextRequestAt } = await database.host.findUniqueOrThrow({ where: { name: hostname } })
  expect(nextRequestAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  // The aggregator runs beside this, and may ask another host.
  const requests = () => feeds.requests.filter((request) => request.origin === origin)
  const before = requests().length
  expect(before).toBeGreaterThan(0)
  expect(await search('/site')).toMatchObject({
    status: 422,
    body: { error: { code: 'source_unreachable' } },
  })
  expect(requests()).toHaveLength(before)
})

test('discovery shows what a feed is like and whether the caller has it', async () => {
  await post({ url: `${feeds.origins[0]}/feed` })
  const body = { input: `${feeds.origins[0]}/site` }
  const { body: found } = await callRoute(reader.token, { module: discover, method: 'POST', body })
  expect(found).toMatchObject({
    candidates: [{ title: 'Good feed', entries: 40, subscriptionId: expect.any(Number), kind: 'RSS 2.0' }],
  })
  const wrong = { module: discover, method: 'POST', body: { input: ' ' } } as const
  expect(await callRoute(reader.token, wrong)).toMatchObject({
    status: 400,
    body: { error: { field: 'input' } },
  })
  expect((await callRoute(null, wrong)).status).toBe(401)
})

test('a subscriber may search thirty times a minute, others go on', async () => {
  const eager = await addSubscriber(database, { name: 'eager' })
  const search = (token: string) =>
    callRoute(token, { module: discover, method: 'POST', body: { input: 'javascript:alert(1)' } })
  for (let n = 0; n < 30; n += 1) expect((await search(eager.token)).status).toBe(400)
  expect((await search(eager.token)).status).toBe(429)
  expect((await search(reader.token)).status).toBe(400)
})
