import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as hosts from '#app/api/v1/admin/hosts/route.ts'
import * as discover from '#app/api/v1/discover/route.ts'
import * as fromAddress from '#app/api/v1/opml/from-address/route.ts'
import * as poll from '#app/api/v1/sources/[id]/poll/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { huge, status } from '#tests/support/servers/feed-answers.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

let database: Database
let feeds: FeedServer
let stop: () => Promise<void>
let admin: { readonly id: string; readonly token: string }
let reader: { readonly id: string; readonly token: string }

beforeAll(async () => {
  const server = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  database = server.database
  feeds = await createFeedServer({ hosts: 6 })
  for (const origin of feeds.origins.slice(1))
    feeds.route('/feed', rss({ postings: [{ title: 'a', publishedAt: 0 }] }), origin)
  stop = async () => {
    await feeds.close()
    await server.stop()
  }
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  reader = await addSubscriber(database, { name: 'reader' })
})
afterAll(() => stop())
beforeEach(async () => {
  await database.$executeRaw`TRUNCATE "host_wish", "host", "robots_file" CASCADE`
})

const post = (body: unknown) => callRoute(admin.token, { module: hosts, method: 'POST', body })
const search = (input: string) =>
  callRoute(reader.token, { module: discover, method: 'POST', body: { input } })

describe('an opted-out host', () => {
  test('is neither searched nor subscribed to, and the subscriber is told why', async () => {
    const origin = feeds.origins[1] ?? ''
    const { hostname } = new URL(origin)
    await post({ host: hostname, isOptedOut: true })
    const said = {
      status: 422,
      body: {
        error: {
          code: 'opted_out',
          message: `The publisher of ${hostname} does not want this server to check its feeds.`,
        },
      },
    }
    const asked = feeds.requests.length + feeds.robotsRequests.length
    expect(await search(`${origin}/feed`)).toMatchObject(said)
    const body = { url: `${origin}/feed` }
    expect(await callRoute(reader.token, { module: subscriptions, method: 'POST', body })).toMatchObject(said)
    // A page elsewhere that names its feed leads there neither.
    const page = `<link rel="alternate" type="application/rss+xml" href="${origin}/feed">`
    feeds.route('/page', document(page, 'text/html'), feeds.origins[0])
    expect(await search(`${feeds.origins[0]}/page`)).toMatchObject(said)
    expect(feeds.requests.filter((request) => request.origin === origin)).toHaveLength(0)
    expect(feeds.requests.length + feeds.robotsRequests.length).toBeGreaterThan(asked)
  })

  test('is not polled now', async () => {
    const { hostname, href: url } = new URL(`${feeds.origins[2]}/feed`)
    const subscribed = await subscribe(database, reader.id, { url, hostName: hostname }, Date.now())
    if (typeof subscribed === 'string') throw new Error(subscribed)
    await post({ host: hostname, isOptedOut: true })
    const params = { id: String(subscribed.sourceId) }
    expect(await callRoute(reader.token, { module: poll, method: 'POST', params })).toMatchObject({
      status: 422,
      body: { error: { code: 'opted_out' } },
    })
  })

  test('by its robots.txt is not searched either, and its robots.txt is asked for once', async () => {
    const origin = feeds.origins[3] ?? ''
    feeds.route('/robots.txt', document('User-agent: Skylark\nDisallow: /', 'text/plain'), origin)
    for (let time = 0; time < 2; time += 1) {
      expect(await search(`${origin}/feed`)).toMatchObject({
        status: 422,
        body: { error: { code: 'opted_out', message: expect.stringMatching(/^The robots\.txt of 127/) } },
      })
    }
    expect(feeds.requests.filter((request) => request.origin === origin)).toHaveLength(0)
    expect(feeds.robotsRequests.filter((request) => request.origin === origin)).toHaveLength(1)
  })
})

describe('a host that closed itself', () => {
  test.each([
    [503, 'is overloaded or being repaired. Try again in'],
    [429, 'asks for fewer requests. Try again in'],
  ])('with %i says so in that search and in the next', async (code, words) => {
    const origin = feeds.origins[4] ?? ''
    feeds.route('/busy', status(code, { 'retry-after': '3600' }), origin)
    const message = expect.stringMatching(
      new RegExp(`^${new URL(origin).host} ${words} (1 h|59 min)\\.$`.replaceAll(' ', '\\s')),
    )
    for (const path of ['/busy', '/feed']) {
      expect(await search(`${origin}${path}`)).toMatchObject({
        status: 422,
        body: { error: { code: 'source_unreachable', message, httpStatus: code } },
      })
    }
  })

  test('is asked by one search at a time, polls included, which it waits for', async () => {
    const { hostname, origin } = new URL(feeds.origins[5] ?? '')
    const leaseUntil = new Date(Date.now() + 60_000)
    await database.host.create({ data: { name: hostname, leaseUntil, leaseOwner: 'a poll' } })
    const before = feeds.requests.length
    let askedBefore = NaN
    setTimeout(() => {
      askedBefore = feeds.requests.length
      void database.host.update({ where: { name: hostname }, data: { leaseUntil: null } }).then()
    }, 2_500)
    expect((await search(`${origin}/feed`)).status).toBe(200)
    expect(askedBefore).toBe(before) // when the poll gave it back
    expect(feeds.requests).toHaveLength(before + 1)
    expect(await database.host.findUniqueOrThrow({ where: { name: hostname } })).toMatchObject({
      leaseUntil: null,
      leaseOwner: null,
    })
  })
})

describe('a list by address', () => {
  const send = (url: string) =>
    callRoute(reader.token, { module: fromAddress, method: 'POST', body: { url } })

  test('is fetched and imported', async () => {
    const opml =
      '<opml version="2.0"><body><outline text="One" xmlUrl="https://one.example/feed"/></body></opml>'
    feeds.route('/list.opml', document(opml, 'text/x-opml'), feeds.origins[5])
    expect(await send(`${feeds.origins[5]}/list.opml`)).toMatchObject({
      status: 200,
      body: { added: 1, lines: [{ title: 'One', result: 'added' }] },
    })
  })

  test('is refused where it is none, too large, missing or private', async () => {
    feeds.route('/none', document('<p>Hello</p>', 'text/html'), feeds.origins[5])
    feeds.route('/huge', huge(11_000_000), feeds.origins[5])
    feeds.route('/missing', status(404), feeds.origins[5])
    expect((await send(`${feeds.origins[5]}/none`)).body).toMatchObject({ error: { code: 'invalid_input' } })
    expect((await send(`${feeds.origins[5]}/huge`)).status).toBe(422)
    expect((await send(`${feeds.origins[5]}/missing`)).status).toBe(422)
    expect(await send('http://10.0.0.1/list.opml')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'url' } },
    })
    expect((await send('nonsense')).status).toBe(400)
  })
})

test('a pause asked for that is no whole number of seconds holds for a search, and breaks none', async () => {
  const { hostname, origin } = new URL(feeds.origins[5] ?? '')
  await post({ host: hostname, requestsPerHour: 1_300 })
  const searchedAt = Date.now()
  expect((await search(`${origin}/feed`)).status).toBe(200)
  const { nextRequestAt } = await database.host.findUniqueOrThrow({ where: { name: hostname } })
  expect((nextRequestAt?.getTime() ?? 0) - searchedAt).toBeGreaterThanOrEqual(Math.floor(3_600_000 / 1_300))
})

test('of one account three searches are made at a time, some wait, and more come later', async () => {
  const { token } = await addSubscriber(database, { name: 'searching' })
  await database.host.updateMany({ data: { nextRequestAt: null, pauseStatus: null } }) // tests before it asked for pauses
  const waiting: (() => void)[] = []
  let most = 0
  feeds.route('/slow-search', (request, response) => {
    waiting.push(() => rss({ postings: [{ title: 'a', publishedAt: 0 }] })(request, response))
    most = Math.max(most, waiting.length)
  })
  const open = feeds.origins.filter((_, at) => at !== 3) // the robots.txt of the fourth asks not to be read
  const begin = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, at) => {
      const input = `${open[(from + at) % open.length]}/slow-search?${from + at}`
      return callRoute(token, { module: discover, method: 'POST', body: { input } })
    })
  const first = begin(0, 3) // each at a host of its own, which has one turn at a time
  await expect.poll(() => waiting.length).toBe(3)
  const others = begin(3, 16)
  expect(await Promise.any(others)).toMatchObject({ status: 429 })
  const answers = [...first, ...others]
  const settled = Promise.allSettled(answers)
  let isDone = false
  void settled.then(() => (isDone = true))
  await expect
    .poll(() => {
      for (const answer of waiting.splice(0)) answer()
      return isDone
    })
    .toBe(true)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((each) => each === 429)).toHaveLength(1)
  expect(most).toBe(3)
})
