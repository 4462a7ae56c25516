import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as hub from '#app/hub/route.ts'
import { tendHub, type HubContext } from '#lib/sending/tend-own-hub.ts'
import { createOutputFeed, renewOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { signatureOf, startHubCallback, type HubCallback } from '#tests/support/servers/hub-callback.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { createTestClock, type TestClock } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let readerId: string
let sourceId: number
let callback: HubCallback
let clock: TestClock
let context: HubContext
let feed: { readonly id: number; readonly address: string }

beforeAll(async () => {
  readerId = (await addSubscriber(database, { name: 'reader' })).id
  ;({ sourceId } = await addSubscription(database, readerId, 'times'))
})
beforeEach(async () => {
  await database.posting.deleteMany()
  await database.outputFeed.deleteMany()
  await database.rateLimit.deleteMany()
  callback = await startHubCallback()
  clock = createTestClock(Date.now()) // the route lives in the machine's time
  context = { database, clock, userAgent: 'Skylark tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
  const request = { name: 'News', place: { kind: 'all' }, text: 'short', mostEntries: 10 } as const
  const made = await createOutputFeed(database, readerId, request, clock.now())
  if (typeof made === 'string') throw new Error(made)
  feed = { id: made.id, address: made.address ?? '' }
})
afterEach(() => callback.close())

async function ask(form: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.topic': `${feed.address}.atom`,
    'hub.callback': callback.url,
    'hub.lease_seconds': '86400',
    'hub.secret': 'between us',
    ...form,
  })
  return hub.POST(new Request(`${publicUrl}/hub`, { method: 'POST', body }), { params: Promise.resolve({}) })
}
const tend = async (afterMs = 10_000) => {
  await clock.advance(afterMs)
  await tendHub(context)
}
const titlesOf = (body: string | undefined) =>
  [...(body ?? '').matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)</g)].map(([, title]) => title)
const titlesReceived = () => callback.received.flatMap(({ body }) => titlesOf(body))
const modesAsked = () => callback.asked.map((parameters) => parameters.get('hub.mode'))
const subscriptions = () => database.hubSubscription.findMany()

describe('a subscription', () => {
  test('is asked back, and then gets the feed and what is new in it, signed, each entry once', async () => {
    await addPostings(database, sourceId, [{ title: 'One' }])
    expect((await ask()).status).toBe(202)
    await tend()
    expect(Object.fromEntries(callback.asked[0] ?? [])).toMatchObject({
      mine: '1',
      'hub.mode': 'subscribe',
      'hub.topic': `${feed.address}.atom`,
      'hub.lease_seconds': '86400',
    })
    await tend()
    await addPostings(database, sourceId, [{ title: 'Two' }])
    await tend()
    await tend()
    expect(callback.received.map(({ body }) => titlesOf(body))).toEqual([['One'], ['Two']])
    const [first] = callback.received
    expect(first?.signature).toBe(signatureOf(first?.body ?? '', 'between us'))
    expect(first?.contentType).toContain('application/atom+xml')
    expect(first?.link).toBe(`<${publicUrl}/hub>; rel="hub", <${feed.address}.atom>; rel="self"`)
    expect(
      JSON.stringify(await subscriptions(), (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ).not.toContain('between us')
  })

  test('may last for a part of a second more', async () => {
    expect((await ask({ 'hub.lease_seconds': '86400.0001' })).status).toBe(202)
  })

  test('that its callback denies is none', async () => {
    callback.intent = 'deny'
    await addPostings(database, sourceId, [{ title: 'One' }])
    expect((await ask()).status).toBe(202)
    await tend()
    await tend()
    expect(modesAsked()).toEqual(['subscribe'])
    expect(callback.delivered()).toBe(0)
    expect(await subscriptions()).toEqual([])
  })

  test('is asked back again while its callback fails, and given up in the end', async () => {
    callback.intent = 'fail'
    await ask()
    await tend()
    expect(await subscriptions()).toMatchObject([{ asked: 'subscribe', failures: 1 }])
    callback.intent = 'confirm'
    await tend(60_000)
    expect(await subscriptions()).toMatchObject([{ asked: null, failures: 0 }])
    expect(modesAsked()).toEqual(['subscribe', 'subscribe'])
    await database.hubSubscription.deleteMany()
    await ask({ 'hub.callback': 'http://127.0.0.1:1/nobody' })
    expect(await subscriptions()).toMatchObject([{ asked: 'subscribe' }])
    for (let tries = 0; tries < 8; tries++) await tend(3_600_000)
    expect(await subscriptions()).toEqual([])
  })

  test('ends by its lease, by its end, by 410 and with the address: until then it gets what comes, afterwards nothing', async () => {
    let news = 0
    const post = async () => {
      await addPostings(database, sourceId, [{ title: `Number ${(news += 1)}` }])
      await tend()
    }
    /** Begins, and gets what comes then. */
    const begin = async () => {
      expect((await ask()).status).toBe(202)
      await tend()
      expect(await subscriptions()).toMatchObject([{ asked: null }])
      await post()
      expect(titlesReceived()).toContain(`Number ${news}`)
    }
    const expectEnded = async () => {
      expect(await subscriptions()).toEqual([])
      const before = callback.delivered()
      await post()
      expect(callback.delivered()).toBe(before)
    }
    await begin()
    await tend(86_400_000)
    await expectEnded()
    await begin()
    expect((await ask({ 'hub.mode': 'unsubscribe' })).status).toBe(202)
    await tend()
    expect(modesAsked()).toEqual(['subscribe', 'subscribe', 'unsubscribe'])
    await expectEnded()
    await begin()
    const delivered = callback.delivered()
    callback.status = 410
    await post()
    expect(callback.delivered()).toBe(delivered + 1)
    await expectEnded()
    callback.status = 204
    await begin()
    await renewOutputFeed(database, readerId, feed.id, clock.now())
    await expectEnded()
  })

  test('gets again what it did not take, with growing pauses', async () => {
    await ask()
    await tend()
    callback.status = 503
    await addPostings(database, sourceId, [{ title: 'One' }])
    await tend()
    expect(await subscriptions()).toMatchObject([{ failures: 1 }])
    expect(callback.delivered()).toBe(1)
    callback.status = 200
    await tend(10_000)
    expect(callback.received).toEqual([])
    await tend(30_000)
    expect(callback.received.map(({ body }) => titlesOf(body))).toEqual([['One']])
  })

  test('that throws is looked at again after growing pauses, and stops no other', async () => {
    await ask()
    await database.hubSubscription.updateMany({ data: { callbackUrl: 'no address' } })
    await ask()
    const broken = () => database.hubSubscription.findFirstOrThrow({ where: { callbackUrl: 'no address' } })
    const pauseMs = async () => (await broken()).nextTryAt.getTime() - clock.now()
    await tend()
    expect(await broken()).toMatchObject({ asked: 'subscribe', failures: 1 })
    const firstMs = await pauseMs()
    expect(firstMs).toBeGreaterThan(20_000)
    await addPostings(database, sourceId, [{ title: 'One' }])
    await tend(firstMs)
    expect(await broken()).toMatchObject({ failures: 2 })
    expect(await pauseMs()).toBeGreaterThan(1.4 * firstMs)
    expect(callback.received.map(({ body }) => titlesOf(body))).toEqual([['One']])
  })
})

test.each([
  [400, { 'hub.mode': 'publish' }],
  [400, { 'hub.callback': 'ftp://one.example/' }],
  [400, { 'hub.secret': 'x'.repeat(200) }],
  [404, { 'hub.topic': 'https://other.example/feed' }],
  [404, { 'hub.topic': `${publicUrl}/out/nobody-has-this-secret-at-all.atom` }],
])('%i for %o', async (status, form) => {
  expect((await ask(form)).status).toBe(status)
  expect(await subscriptions()).toEqual([])
})

test('no address inside this network is called', async () => {
  expect((await ask()).status).toBe(202)
  expect(await subscriptions()).toMatchObject([{ asked: 'subscribe' }])
  context = { ...context, allowedPrivateNetworks: [] }
  for (let tries = 0; tries < 5; tries++) await tend(3_600_000)
  expect(callback.asked).toEqual([])
  expect(await subscriptions()).toEqual([])
})
