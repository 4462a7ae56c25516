import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { planWhenDue, replanSources } from '#lib/planning/plan-all.ts'
import {
  removePublisherLimit,
  setPublisherLimit,
  storeShippedLimits,
} from '#lib/store/hosts/publisher-limits.ts'
import { pollAnnounced } from '#lib/store/websub/websub-callbacks.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'
import { redirect } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import type { PublisherLimit } from '#lib/store/ground/change-log.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
  world.server.route('*', rss({ postings: [postingAfter('a', -hourMs)] }))
})
afterEach(() => world.close())

const nothing = { host: '127.0.0.1', leastIntervalMs: null, requestsPerHour: null, isOptedOut: false }
const limit = (wanted: Partial<PublisherLimit>, now = world.clock.now()) =>
  world.database.$transaction((transaction) =>
    setPublisherLimit(transaction, { ...nothing, evidence: '', ...wanted }, now),
  )
const takeBack = (host: string, now = world.clock.now()) =>
  world.database.$transaction((transaction) => removePublisherLimit(transaction, host, now))
const theSource = (id: number) => world.database.source.findUniqueOrThrow({ where: { id } })
const paths = () => world.server.requests.map(({ path }) => path)

describe('a least time between two polls', () => {
  test('is lifted by no weight: plan and decision keep to it', async () => {
    await limit({ leastIntervalMs: 6 * hourMs })
    const id = await world.addSource('/feed')
    await world.database.source.update({ where: { id }, data: { weightFactor: 1_000 } })
    await world.pass()
    expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(referenceAt + 6 * hourMs)
    const plan = await world.database.plan.findFirstOrThrow({ where: { inForceOf: { some: { id } } } })
    expect(plan.minIntervalMs).toBe(BigInt(6 * hourMs))
    expect(plan.pollsPerDay).toBeLessThanOrEqual(4)
    await world.clock.set(referenceAt + dayMs)
    await planWhenDue(world.context())
    const later = await world.database.plan.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(later.minIntervalMs).toBe(BigInt(6 * hourMs))
  })

  test('holds for a plan in force as soon as it is set, and not after it is taken back', async () => {
    const id = await world.addSource('/feed')
    await world.pass()
    const before = await world.nextPollAt(id)
    const context = { database: world.database, clock: world.clock }
    await world.clock.advance(1_000)
    await replanSources(context, await limit({ leastIntervalMs: 27 * dayMs }))
    expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(referenceAt + 27 * dayMs)
    await replanSources(context, (await takeBack('127.0.0.1')) ?? [])
    expect(await world.nextPollAt(id)).toBeLessThanOrEqual(before + dayMs)
  })

  test('is kept whatever makes the source due: Check now, a hub, a new subscriber, a hand in the database', async () => {
    await limit({ leastIntervalMs: hourMs })
    const id = await world.addSource('/feed')
    await world.pass()
    await world.clock.advance(30 * minuteMs)
    expect(await requestPoll(world.database, id, world.clock.now())).toEqual({
      kind: 'too-early',
      possibleAt: referenceAt + hourMs,
      reason: 'publisher',
    })
    const push = await world.database.pushSubscription.create({
      data: {
        callbackId: 'x',
        protocol: 'websub',
        hubUrl: 'http://127.0.0.9/',
        topicUrl: 'x',
        secret: 'x',
        nextRequestAt: new Date(referenceAt + dayMs),
        sourceId: id,
      },
    })
    await pollAnnounced(world.database, { id: push.id, sourceId: id }, world.clock.now())
    expect(await world.nextPollAt(id)).toBe(referenceAt + hourMs)
    await world.pollAt(id, referenceAt + hourMs - 1)
    expect(paths()).toEqual(['/feed'])
    expect(await theSource(id)).toMatchObject({
      nextPollAt: new Date(referenceAt + hourMs),
      leaseOwner: null,
      nextPollReason: { code: 'publisherWantsPause', values: {} },
    })
    await world.pollAt(id, referenceAt + hourMs + 1_000) // its host was taken a moment ago
    expect(paths()).toEqual(['/feed', '/feed'])
  })
})

test('a least time holds also where a redirect leads, and does not put the source off for ever', async () => {
  world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
  await limit({ host: '127.0.0.2', leastIntervalMs: hourMs })
  const id = await world.addSource('/away')
  for (let at = 0; at <= 65 * minuteMs; at += 10 * minuteMs) await world.pollAt(id, referenceAt + at)
  const there = world.server.requests.filter(({ origin }) => origin === world.server.origins[1])
  expect(there).toHaveLength(2)
  expect((await theSource(id)).lastOutcome).toMatch(/fetched|not-modified/)
})

test('requests an hour are a ceiling for the whole host, which good answers do not lift', async () => {
  await limit({ requestsPerHour: 6 })
  const ids = [await world.addSource('/1'), await world.addSource('/2'), await world.addSource('/3')]
  for (let at = 0; at <= 15 * minuteMs; at += minuteMs) {
    await world.clock.set(referenceAt + at)
    await world.pass()
  }
  expect(world.server.requests).toHaveLength(2)
  await world.pollAt(ids[2] ?? 0, referenceAt + 20 * minuteMs)
  expect(world.server.requests).toHaveLength(3)
  expect((await world.database.host.findFirstOrThrow()).requestsPerHour).toBeNull()
})

describe('a host that opted out', () => {
  test('is not polled, says why at its sources, and is polled again when that ends', async () => {
    const id = await world.addSource('/feed')
    const fresh = await world.addSource('/new')
    await world.pass()
    await limit({ isOptedOut: true })
    const asked = world.server.requests.length
    const text = expect.stringMatching(/^The publisher of 127\.0\.0\.1 does not/)
    expect(healthOf(await theSource(id))).toEqual({
      kind: 'opted-out',
      reason: { code: 'publisherOptedOut', values: { host: '127.0.0.1' }, text },
    })
    expect(await requestPoll(world.database, id, world.clock.now())).toEqual({
      kind: 'opted-out',
      message: text,
      by: 'publisher',
      host: '127.0.0.1',
    })
    await world.pollAt(id, world.clock.now() + dayMs)
    await world.database.source.update({ where: { id }, data: { nextPollAt: null } })
    await world.pollAt(fresh, world.clock.now() + dayMs)
    await world.database.source.update({
      where: { id },
      data: { nextPollAt: new Date(world.clock.now() + dayMs) },
    })
    expect(world.server.requests).toHaveLength(asked)
    expect(world.server.robotsRequests.length).toBeLessThanOrEqual(1)
    const source = await theSource(fresh)
    expect(source).toMatchObject({ lastOutcome: 'opted-out', consecutiveFailures: 0, lastSuccessAt: null })
    expect(source.nextPollReason).toMatchObject({ code: 'optedOutUntil' })
    expect(source.nextPollAt?.getTime()).toBe(world.clock.now() + dayMs)
    await takeBack('127.0.0.1')
    await world.clock.advance(5_000)
    await world.pass()
    await world.clock.advance(5_000)
    await world.pass()
    expect(world.server.requests).toHaveLength(asked + 2)
    expect(healthOf(await theSource(fresh)).kind).toBe('ok')
  })

  test('is not asked by way of a redirect either', async () => {
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    await limit({ host: '127.0.0.2', isOptedOut: true })
    const id = await world.addSource('/away')
    await world.pass()
    expect(world.server.requests.map(({ origin }) => origin)).toEqual([world.server.origins[0]])
    expect(await theSource(id)).toMatchObject({ lastOutcome: 'opted-out', consecutiveFailures: 0 })
    expect(await world.database.host.findUnique({ where: { name: '127.0.0.2' } })).toBeNull()
  })
})

test('the shipped list is stored once, and what an admin made of it stays', async () => {
  await storeShippedLimits(world.database)
  const host = 'rachelbythebay.com'
  const stored = () => world.database.publisherLimit.findUniqueOrThrow({ where: { host } })
  expect(await stored()).toMatchObject({ leastIntervalMs: BigInt(hourMs), isShipped: true, editedAt: null })
  await limit({ host, leastIntervalMs: 2 * hourMs, evidence: 'mail' }, referenceAt)
  await storeShippedLimits(world.database)
  expect(await stored()).toMatchObject({ leastIntervalMs: BigInt(2 * hourMs), isShipped: true })
  await takeBack(host, referenceAt)
  expect(await stored()).toMatchObject({ leastIntervalMs: BigInt(hourMs), editedAt: null })
  expect(await takeBack(host, referenceAt)).toBeNull()
})
