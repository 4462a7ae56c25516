import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestPoll } from '#lib/store/request-poll.ts'
import { sourceHealth } from '#lib/store/source-health.ts'
import { findSourceDetail } from '#lib/store/sources.ts'
import { document, redirect, reset, rss, rssDocument, status } from '../support/feed-server.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '../support/polled-world.ts'
import { referenceAt } from '../support/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

const feed = () => rss({ postings: [postingAfter('a', -hourMs)] })
const theHost = () => world.database.host.findFirstOrThrow({ where: { name: '127.0.0.1' } })

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
    expect((await theHost()).requestsPerHour).toBeCloseTo(1.5 + 1 / 1.5)
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

  test('a pause is held to the second, and Poll now does not shorten it', async () => {
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

describe('a redirect', () => {
  test('to another host waits for that host’s pause, and counts for both', async () => {
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    world.server.route('/feed', feed(), world.server.origins[1])
    const pauseEndsAt = referenceAt + hourMs
    await world.database.host.create({ data: { name: '127.0.0.2', nextRequestAt: new Date(pauseEndsAt) } })
    const id = await world.addSource('/away')
    await world.pass()
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/away'])
    expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(pauseEndsAt)
    expect((await theHost()).requestsPerHour).toBeNull()
    await world.pollAt(id, await world.nextPollAt(id))
    expect(await world.titles()).toEqual(['a'])
    const other = await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.2' } })
    expect(other).toMatchObject({ leaseOwner: null, leaseUntil: null })
    expect(other.nextRequestAt?.getTime()).toBe(world.clock.now() + 1_000)
  })

  test('for good is adopted after three polls over a day, a temporary one never', async () => {
    world.server.route('/feed', feed(), world.server.origins[1])
    world.server.route('/moved', redirect(`${world.server.origins[1] ?? ''}/feed`, 301))
    world.server.route('/lent', redirect(`${world.server.origins[1] ?? ''}/feed`, 302))
    const moved = await world.addSource('/moved', 0)
    await world.pass()
    await world.database.source.updateMany({ data: { nextPollAt: null } })
    await world.clock.advance(10 * minuteMs)
    const lent = await world.addSource('/lent', 2)
    await world.pass()
    const addressOf = async (id: number) => {
      const { url, hostName } = await world.database.source.findUniqueOrThrow({ where: { id } })
      return { url, hostName }
    }
    // One at a time: both lead to the same host.
    const pollAlone = async (id: number, at: number) => {
      await world.database.source.updateMany({ data: { nextPollAt: null } })
      await world.pollAt(id, at)
    }
    for (const at of [hourMs, 2 * hourMs]) {
      await pollAlone(moved, referenceAt + at)
      await pollAlone(lent, referenceAt + at + 10 * minuteMs)
    }
    expect((await addressOf(moved)).hostName).toBe('127.0.0.1')
    await pollAlone(moved, referenceAt + dayMs)
    await pollAlone(lent, referenceAt + dayMs + 10 * minuteMs)
    expect(await addressOf(moved)).toEqual({
      url: `${world.server.origins[1] ?? ''}/feed`,
      hostName: '127.0.0.2',
    })
    expect((await addressOf(lent)).hostName).toBe('127.0.0.3')
    expect(await world.database.source.findUniqueOrThrow({ where: { id: moved } })).toMatchObject({
      movedTo: null,
      movedTimes: 0,
    })
    await pollAlone(moved, referenceAt + 2 * dayMs)
    expect(world.server.requests.at(-1)?.path).toBe('/feed')
    expect((await world.titles()).filter((title) => title === 'a')).toHaveLength(2) // once for each source
  })
})

test('a source that is moved to another one keeps its address, and its page tells of the move', async () => {
  world.server.route('/feed', feed(), world.server.origins[1])
  const target = `${world.server.origins[1] ?? ''}/feed`
  world.server.route('/moved', redirect(target, 301))
  const moved = await world.addSource('/moved', 0)
  await world.addSource('/feed', 1)
  await world.database.source.updateMany({ where: { url: target }, data: { nextPollAt: null } })
  const admin = { id: 'nobody', role: 'admin' } as const
  const movedTo = async (at: number) => (await findSourceDetail(world.database, admin, moved, at))?.movedTo
  for (const at of [0, hourMs, dayMs, 2 * dayMs]) {
    expect(await movedTo(referenceAt + at)).toBe(at <= dayMs ? null : target)
    await world.pollAt(moved, referenceAt + at)
  }
  expect(await movedTo(referenceAt + 2 * dayMs)).toBe(target)
  const { url, lastOutcome } = await world.database.source.findUniqueOrThrow({ where: { id: moved } })
  expect(url).toBe(`${world.server.origins[0] ?? ''}/moved`)
  expect(lastOutcome).toMatch(/fetched|not-modified/)
})

describe('an end', () => {
  test('is believed after two weeks of 410, told, and undone by Poll now', async () => {
    world.server.route('/feed', status(410))
    const id = await world.addSource('/feed')
    await world.pass()
    for (const week of [1, 2]) {
      expect(await world.nextPollAt(id)).toBe(referenceAt + week * 7 * dayMs)
      await world.clock.set(referenceAt + week * 7 * dayMs)
      await world.pass()
    }
    const ended = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(ended.nextPollAt).toBeNull()
    expect(sourceHealth(ended)).toEqual({ kind: 'gone', message: 'The publisher ended this source.' })
    await world.clock.advance(dayMs)
    expect((await requestPoll(world.database, id, world.clock.now())).kind).toBe('planned')
    world.server.route('/feed', feed())
    await world.pass()
    expect(await world.titles()).toEqual(['a'])
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
    expect(during.map((source) => sourceHealth(source).kind)).toEqual(['ok', 'ok', 'ok', 'ok'])

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
