import { describe, expect, test } from 'vitest'
import { findOrCreateSources } from '#lib/store/sources/find-or-create-source.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { reset, status } from '#tests/support/servers/feed-answers.ts'
import { document, rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()

const feed = () => rss({ postings: [postingAfter('a', -hourMs)] })
const subscriber = () => world.database.user.findFirstOrThrow()
const theHost = () => world.database.host.findFirstOrThrow({ where: { name: '127.0.0.1' } })

/** The next poll as the page of a source tells it. */
async function nextPollOf(id: number) {
  const viewer = { id: (await subscriber()).id, role: 'subscriber' as const }
  const detail = await findSourceDetail(world.database, viewer, id, world.clock.now())
  return { at: Date.parse(detail?.nextPollAt ?? ''), reason: detail?.nextPollReason?.code }
}

/** Polls whatever is due for so long, looking every `stepMs`. */
async function pollAllFor(ms: number, stepMs: number): Promise<void> {
  const until = world.clock.now() + ms
  for (let at = world.clock.now(); at <= until; at += stepMs) {
    await world.clock.set(at)
    await world.pass()
  }
}

describe('the limit of a host', () => {
  test('halves with a complaint, holds for all its sources and rises again', async () => {
    world.server.route('*', feed())
    const ids = [await world.addSource('/1'), await world.addSource('/2')]
    await pollAllFor(2_000, 500)
    expect((await theHost()).requestsPerHour).toBeNull()
    world.server.route('*', status(429))
    await world.pollAt(ids[0] ?? 0, referenceAt + minuteMs)
    // Three requests in the last hour, so one and a half an hour from now on.
    expect(await theHost()).toMatchObject({
      requestsPerHour: 1.5,
      nextRequestAt: new Date(referenceAt + minuteMs + hourMs / 1.5),
    })
    world.server.route('*', feed())
    const asked = world.server.requests.length
    await world.pollAt(ids[1] ?? 0, referenceAt + 30 * minuteMs)
    expect(world.server.requests).toHaveLength(asked)
    await world.pollAt(ids[1] ?? 0, referenceAt + minuteMs + hourMs / 1.5)
    expect(world.server.requests).toHaveLength(asked + 1)
    const risen = 1.5 + 1 / 1.5
    const { requestsPerHour, nextRequestAt } = await theHost()
    expect(requestsPerHour).toBeCloseTo(risen)
    // At once, not one answer later.
    expect(nextRequestAt).toEqual(new Date(world.clock.now() + Math.ceil(hourMs / risen)))
  })

  test('stays under a pause that another answer brought while its own was on the way', async () => {
    const until = new Date(referenceAt + 2 * hourMs)
    const pausing = () => world.database.host.updateMany({ data: { nextRequestAt: until, pauseStatus: 503 } })
    world.server.route('/feed', (request, response) => {
      void pausing().then(() => feed()(request, response))
    })
    await world.addSource('/feed')
    await world.pass()
    expect(await theHost()).toMatchObject({ nextRequestAt: until, pauseStatus: 503, leaseOwner: null })
  })

  test('a 403 halves it once, when the source was served before, and not again while it lasts', async () => {
    world.server.route('/feed', feed())
    const id = await world.addSource('/feed')
    await world.pass()
    world.server.route('/feed', status(403))
    await world.pollAt(id, referenceAt + dayMs)
    expect((await theHost()).requestsPerHour).toBe(1)
    await world.pollAt(id, referenceAt + 2 * dayMs)
    expect((await theHost()).requestsPerHour).toBe(2)
  })

  test('a pause is held to the second, and Check now does not shorten it', async () => {
    world.server.route('/feed', status(503, { 'retry-after': '5400' }))
    const id = await world.addSource('/feed')
    await world.pass()
    const endsAt = referenceAt + 5_400_000
    for (const early of [minuteMs, 5_399_000]) {
      const answer = await requestPoll(world.database, id, referenceAt + early)
      expect(answer).toEqual({ kind: 'too-early', possibleAt: endsAt, reason: 'host' })
    }
    await world.pollAt(id, endsAt - 1)
    expect(world.server.requests).toHaveLength(1)
    await world.pollAt(id, endsAt)
    expect(world.server.requests).toHaveLength(2)
  })

  test('one address that asks for years keeps its own silence, not that of its host (FreshRSS, CVE-2025-68148)', async () => {
    world.server.route('/evil', status(429, { 'retry-after': '999999999' }))
    world.server.route('/good', feed())
    const evil = await world.addSource('/evil')
    await world.pass()
    const good = await world.addSource('/good')
    await world.pollAt(good, referenceAt + dayMs - 1)
    expect(world.server.requests).toHaveLength(1)
    await world.pollAt(good, referenceAt + dayMs)
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/evil', '/good'])
    const { nextPollAt } = await world.database.source.findUniqueOrThrow({ where: { id: evil } })
    expect(nextPollAt?.getTime()).toBeGreaterThanOrEqual(referenceAt + 365 * dayMs)
    expect(nextPollAt?.getTime()).toBeLessThan(referenceAt + 400 * dayMs) // what `npm run verify` takes for no mistake
  })

  test('a pause is kept when its only subscriber leaves and comes back, by either way', async () => {
    world.server.route('/feed', status(429, { 'retry-after': String(3 * 86_400) }))
    const id = await world.addSource('/feed')
    await world.pass()
    const until = new Date(referenceAt + 3 * dayMs)
    const { database } = world
    const kept = async () => (await database.source.findUniqueOrThrow({ where: { id } })).nextPollAt
    const leave = async () => {
      const { id: subscriptionId, subscriberId } = await database.subscription.findFirstOrThrow()
      await unsubscribe(database, subscriberId, [subscriptionId], referenceAt + dayMs)
      expect(await kept()).toBeNull()
      return { subscriptionId, subscriberId }
    }
    const { subscriberId, subscriptionId } = await leave()
    expect(await restoreSubscriptions(database, subscriberId, [subscriptionId], referenceAt + dayMs)).toBe(1)
    expect(await kept()).toEqual(until)
    await leave()
    const { url, hostName } = await database.source.findUniqueOrThrow({ where: { id } })
    await database.$transaction((transaction) =>
      findOrCreateSources(transaction, [{ url, hostName }], referenceAt + dayMs, true),
    )
    expect(await kept()).toEqual(until)
    const { nextPollReason } = await database.source.findUniqueOrThrow({ where: { id } })
    expect(nextPollReason).toEqual({ code: 'hostAsksPause', values: {} })
  })

  test.each([429, 503])(
    'a %i with Retry-After of 400 s silences its host for 400 s, not for an hour',
    async (code) => {
      world.server.route('/pausing', status(code, { 'retry-after': '400' }))
      world.server.route('/other', feed())
      const pausing = await world.addSource('/pausing')
      await world.pass()
      const other = await world.addSource('/other')
      const endsAt = referenceAt + 400_000
      // The page of either source and "Check now" give the same time.
      for (const id of [pausing, other]) {
        const answer = await requestPoll(world.database, id, referenceAt + minuteMs)
        expect(answer).toEqual({ kind: 'too-early', possibleAt: endsAt, reason: 'host' })
      }
      const leastIntervalMs = 10 * minuteMs
      expect(await nextPollOf(pausing)).toEqual({ at: referenceAt + leastIntervalMs, reason: 'waitUntil' })
      expect(await nextPollOf(other)).toEqual({ at: endsAt, reason: 'hostNotBefore' })
      await world.pollAt(other, endsAt - 1)
      expect(world.server.requests).toHaveLength(1)
      await world.pollAt(other, endsAt)
      expect(world.server.requests.map(({ path }) => path)).toEqual(['/pausing', '/other'])
    },
  )

  test('a page tells no check before its host may be asked, whatever made it wait', async () => {
    world.server.route('/feed', status(429))
    const id = await world.addSource('/feed')
    await world.pass()
    const freeAt = referenceAt + hourMs // one request an hour, as only one was made
    await world.database.source.update({
      where: { id },
      data: { nextPollAt: new Date(referenceAt + 5 * minuteMs) },
    })
    const answer = await requestPoll(world.database, id, referenceAt + minuteMs)
    expect(answer).toEqual({ kind: 'too-early', possibleAt: freeAt, reason: 'host' })
    expect(await nextPollOf(id)).toEqual({ at: freeAt, reason: 'hostNotBefore' })
    const [listed] = await listSubscriptions(world.database, (await subscriber()).id)
    expect(listed?.nextPollAt).toBe(new Date(freeAt).toISOString())
  })

  test('any refusal with Retry-After is a pause', async () => {
    world.server.route('/feed', status(403, { 'retry-after': '60' }))
    const id = await world.addSource('/feed')
    await world.pass()
    expect(await world.database.source.findUniqueOrThrow({ where: { id } })).toMatchObject({
      lastOutcome: 'throttled',
      consecutiveFailures: 0,
    })
  })
})

describe('an outage of a host', () => {
  test('is the host’s: no source is counted as broken, one probe asks, and afterwards the heavy ones come first', async () => {
    const names = ['/light', '/middle', '/heavy', '/first']
    const ids: number[] = []
    for (const name of names) {
      world.server.route(name, rss({ postings: [postingAfter(name, -hourMs)], title: name }))
      ids.push(await world.addSource(name))
    }
    await pollAllFor(5_000, 500)
    for (const [index, weightFactor] of [1, 10, 100, 1].entries()) {
      await world.database.source.update({ where: { id: ids[index] }, data: { weightFactor } })
      await world.database.plan.updateMany({
        where: { sourceId: ids[index] },
        data: { weight: weightFactor },
      })
    }
    for (const name of names) world.server.route(name, reset())
    const downAt = referenceAt + dayMs
    await world.database.source.updateMany({ data: { nextPollAt: new Date(downAt) } })
    await world.clock.set(downAt)
    const before = world.server.requests.length
    await pollAllFor(20 * minuteMs, 10_000)
    // Three failures show it, then probes after 1, 2, 4, 8 minutes.
    expect(world.server.requests.length - before).toBeLessThanOrEqual(3 + 4)
    expect((await theHost()).downSince).not.toBeNull()
    const during = await world.database.source.findMany()
    expect(during.map(({ consecutiveFailures }) => consecutiveFailures)).toEqual([0, 0, 0, 0])
    expect(during.map((source) => healthOf(source).kind)).toEqual(['ok', 'ok', 'ok', 'ok'])

    for (const name of names) world.server.route(name, feed())
    const up = world.server.requests.length
    await pollAllFor(40 * minuteMs, 10_000)
    const caughtUp = world.server.requests.slice(up).map(({ path }) => path)
    expect((await theHost()).downSince).toBeNull()
    expect(new Set(caughtUp)).toEqual(new Set(names))
    // Whoever came first was the probe; of the others the heavier go before the lighter.
    const [, ...others] = [...new Set(caughtUp)]
    const weights = others.map((path) => ({ '/heavy': 100, '/middle': 10 })[path] ?? 1)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  })
})

describe('publishers’ hints', () => {
  test('are stored, and bind the next poll once they have proved true', async () => {
    world.server.route(
      '/feed',
      document(rssDocument('A', [postingAfter('a', -hourMs)]), 'text/xml', {
        'cache-control': 'max-age=7200',
      }),
    )
    const id = await world.addSource('/feed')
    for (let poll = 0; poll < 4; poll++) await world.pollAt(id, referenceAt + poll * 2 * hourMs)
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(source.hintRecord).toMatchObject({ hints: { maxAgeSeconds: 7200 }, cache: { kept: 3, broken: 0 } })
    const last = await world.database.poll.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(last.quietUntil).toEqual(new Date(referenceAt + 8 * hourMs))
    expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(referenceAt + 8 * hourMs)
  })
})
