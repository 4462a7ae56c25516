import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planWhenDue } from '#lib/aggregator/learn.ts'
import { runPass } from '#lib/aggregator/pass.ts'
import { claimDueSources } from '#lib/store/claim-due-sources.ts'
import type { Database } from '#lib/store/database.ts'
import { changeSettings } from '#lib/store/settings.ts'
import {
  createFeedServer,
  reset,
  rss,
  status,
  type FeedServer,
  type ServedPosting,
} from '../support/feed-server.ts'
import { addReader, openTestDatabase } from '../support/reading.ts'
import { replayContext } from '../support/replay.ts'
import { createTestClock, referenceAt, type TestClock } from '../support/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let database: Database
let stopDatabase: () => Promise<void>
let server: FeedServer
let clock: TestClock
let reader: string

beforeAll(async () => {
  const opened = await openTestDatabase()
  database = opened.database
  stopDatabase = opened.stop
  reader = await addReader(database, 'reader')
})

afterAll(() => stopDatabase())

beforeEach(async () => {
  server = await createFeedServer({ hosts: 3 })
  clock = createTestClock()
})

afterEach(async () => {
  await server.close()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
})

describe('a poll', () => {
  test('stores the first document as initial postings in their own time, later ones when they are found', async () => {
    const postings = [posting('a', -3 * hourMs), posting('b', -2 * hourMs), posting('c', 10 * minuteMs)]
    server.route('/feed', rss({ postings, now: clock.now }))
    const id = await addSource('/feed')
    await pass()
    expect(await titles()).toEqual(['a', 'b'])
    await pollAt(id, referenceAt + 30 * minuteMs)
    const [a, , c] = await stored()
    expect(a).toMatchObject({
      isInitial: true,
      shownAt: new Date(referenceAt - 3 * hourMs),
      notBeforeAt: null,
    })
    expect(c).toMatchObject({
      isInitial: false,
      publishedAt: new Date(referenceAt + 10 * minuteMs),
      foundAt: new Date(referenceAt + 30 * minuteMs),
      shownAt: new Date(referenceAt + 30 * minuteMs),
      notBeforeAt: new Date(referenceAt),
    })
  })

  test('asks conditionally and keeps the window over a "not modified"', async () => {
    server.route('/feed', rss({ postings: [posting('a', -hourMs), posting('b', -minuteMs)], now: clock.now }))
    const id = await addSource('/feed')
    await pass()
    await pollAt(id, referenceAt + hourMs)
    const polls = await database.poll.findMany({ orderBy: { id: 'asc' } })
    expect(polls.map(({ outcome, httpStatus, windowSize }) => ({ outcome, httpStatus, windowSize }))).toEqual(
      [
        { outcome: 'fetched', httpStatus: 200, windowSize: 2 },
        { outcome: 'not-modified', httpStatus: 304, windowSize: 2 },
      ],
    )
  })

  test('records an edit as an edit and finds nothing new', async () => {
    server.route('/feed', rss({ postings: [{ ...posting('a', -hourMs), guid: '1' }] }))
    const id = await addSource('/feed')
    await pass()
    server.route('/feed', rss({ postings: [{ ...posting('a, corrected', -hourMs), guid: '1' }] }))
    await pollAt(id, referenceAt + hourMs)
    const [edited, ...others] = await stored()
    expect(others).toEqual([])
    expect(edited).toMatchObject({ title: 'a, corrected', editedAt: new Date(referenceAt + hourMs) })
    expect(await database.poll.count({ where: { newPostings: { gt: 0 } } })).toBe(1)
  })

  test('does not believe a date in the future or long before the last poll', async () => {
    const postings = [posting('old', -hourMs)]
    server.route('/feed', rss({ postings }))
    const id = await addSource('/feed')
    await pass()
    const later = [posting('future', 5 * dayMs), posting('back-dated', -2 * dayMs), ...postings]
    server.route('/feed', rss({ postings: later, withoutValidators: true }))
    await pollAt(id, referenceAt + hourMs)
    const doubtful = (await stored()).filter(({ isInitial }) => !isInitial)
    expect(doubtful.map(({ title }) => title).sort()).toEqual(['back-dated', 'future'])
    for (const found of doubtful) {
      expect(found.publishedAt).toBeNull()
      expect(found.claimedAt).not.toBeNull()
      expect(found.shownAt).toEqual(new Date(referenceAt + hourMs))
    }
  })

  test('backs off after failures, longer each time, and recovers at the first success', async () => {
    server.route('/feed', rss({ postings: [posting('a', -hourMs)] }))
    const id = await addSource('/feed')
    await pass()
    server.route('/feed', status(500))
    const pauses: number[] = []
    for (let failure = 1; failure <= 6; failure++) {
      const at = await nextPollAt(id)
      await moveTo(at)
      await pass()
      pauses.push((await nextPollAt(id)) - at)
    }
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? Infinity)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(dayMs)
    expect(await database.source.findFirstOrThrow()).toMatchObject({
      consecutiveFailures: 6,
      lastOutcome: 'failed',
    })
    server.route('/feed', rss({ postings: [posting('a', -hourMs), posting('b', hourMs)] }))
    await moveTo(await nextPollAt(id))
    await pass()
    expect(await database.source.findFirstOrThrow()).toMatchObject({
      consecutiveFailures: 0,
      lastError: null,
    })
    expect(await titles()).toEqual(['a', 'b'])
  })

  test('waits as long as Retry-After says, for all sources of that host', async () => {
    server.route('/feed', status(429, { 'retry-after': '7200' }))
    server.route('/other', rss({ postings: [posting('o', -hourMs)] }))
    const throttled = await addSource('/feed')
    await pass()
    const other = await addSource('/other')
    expect(await nextPollAt(throttled)).toBeGreaterThanOrEqual(referenceAt + 2 * hourMs)
    await moveTo(referenceAt + 2 * hourMs - 1)
    await pass()
    expect(server.requests).toHaveLength(1)
    await moveTo(referenceAt + 2 * hourMs)
    await pass()
    expect(server.requests.map(({ path }) => path)).toEqual(['/feed', '/other'])
    expect(await database.source.findUniqueOrThrow({ where: { id: throttled } })).toMatchObject({
      consecutiveFailures: 0,
    })
    expect(await nextPollAt(other)).toBeGreaterThan(referenceAt + 2 * hourMs)
  })

  test('probes a source that is gone once a week, and takes it back when it returns', async () => {
    server.route('/feed', status(410))
    const id = await addSource('/feed')
    await pass()
    expect(await nextPollAt(id)).toBe(referenceAt + 7 * dayMs)
    server.route('/feed', rss({ postings: [posting('back', 7 * dayMs)] }))
    await moveTo(referenceAt + 7 * dayMs)
    await pass()
    expect(await titles()).toEqual(['back'])
  })

  test('survives a connection that is cut and a document that is no feed', async () => {
    server.route('/cut', reset())
    server.route(
      '/page',
      status(200, { 'content-type': 'text/html' }, '<!doctype html><title>A page</title>'),
    )
    await addSource('/cut', 0)
    await addSource('/page', 1)
    await pass()
    const polls = await database.poll.findMany({ select: { outcome: true, error: true } })
    expect(polls).toHaveLength(2)
    for (const { outcome, error } of polls) {
      expect(outcome).toBe('failed')
      expect(error).toMatch(/\w{3}/)
    }
  })

  test('is not planned again when the last subscriber left during it', async () => {
    server.route('/feed', rss({ postings: [posting('a', -hourMs)] }))
    const id = await addSource('/feed')
    const [claimed] = await claimDueSources(database, {
      owner: 'replay',
      now: clock.now(),
      limit: 1,
      leaseMs: minuteMs,
    })
    expect(claimed?.id).toBe(id)
    await database.subscription.deleteMany()
    await database.source.update({ where: { id }, data: { leaseUntil: null, leaseOwner: null } })
    await database.host.updateMany({ data: { leaseUntil: null } })
    await pass()
    expect((await database.source.findUniqueOrThrow({ where: { id } })).nextPollAt).toBeNull()
    expect(await titles()).toEqual(['a'])
  })
})

describe('several aggregators on one database', () => {
  test('never poll a source twice for one decision, nor a host by two at once', async () => {
    for (let index = 0; index < 3; index++) {
      for (let feed = 0; feed < 4; feed++) {
        server.route(`/${feed}`, rss({ postings: [posting(`p${feed}`, -hourMs)] }))
        await addSource(`/${feed}`, index)
      }
    }
    const workers = ['one', 'two', 'three'].map((owner) => ({ ...context(), owner, hostSpacingMs: 0 }))
    let polled = 0
    do {
      const results = await Promise.all(workers.map((worker) => runPass(worker)))
      polled = results.reduce((sum, result) => sum + result.polled, 0)
    } while (polled > 0)
    expect(server.requests).toHaveLength(12)
    const perSource = await database.poll.groupBy({ by: ['sourceId'], _count: true })
    expect(perSource.map(({ _count }) => _count)).toEqual(Array.from({ length: 12 }, () => 1))
  })

  test('leave a leased source alone until its lease ends, then take it over', async () => {
    server.route('/feed', rss({ postings: [posting('a', -hourMs)] }))
    await addSource('/feed')
    const claim = { now: clock.now(), limit: 5, leaseMs: minuteMs }
    expect(await claimDueSources(database, { ...claim, owner: 'dies' })).toHaveLength(1)
    expect((await runPass({ ...context(), owner: 'lives' })).polled).toBe(0)
    await moveTo(referenceAt + minuteMs)
    expect((await runPass({ ...context(), owner: 'lives' })).polled).toBe(1)
    expect(await titles()).toEqual(['a'])
  })
})

test('a weight of another size is planned with at the next planning, within the budget', async () => {
  for (const name of ['heavy', 'light']) {
    server.route(
      `/${name}`,
      rss({ postings: [posting(`${name} 1`, -2 * dayMs), posting(`${name} 2`, -dayMs)] }),
    )
  }
  await changeSettings(database, { budgetPerDay: 20 })
  const heavy = await addSource('/heavy', 0)
  const light = await addSource('/light', 1)
  await pass()
  await planWhenDue(context())
  const before = await granted()
  await database.source.update({ where: { id: heavy }, data: { weightFactor: 16 } })
  await moveTo(referenceAt + 25 * hourMs)
  await planWhenDue(context())
  const after = await granted()
  expect(after.get(heavy)).toBeGreaterThan(before.get(heavy) ?? Infinity)
  expect(after.get(light)).toBeLessThan(before.get(light) ?? 0)
  expect(sumOf(before)).toBeCloseTo(20)
  expect(sumOf(after)).toBeCloseTo(20)
})

function context() {
  return replayContext(database, clock)
}

async function pass(): Promise<void> {
  await runPass(context())
}

async function moveTo(at: number): Promise<void> {
  await clock.set(at)
}

async function pollAt(id: number, at: number): Promise<void> {
  await database.source.update({ where: { id }, data: { nextPollAt: new Date(at) } })
  await moveTo(at)
  await pass()
}

async function nextPollAt(id: number): Promise<number> {
  const { nextPollAt: at } = await database.source.findUniqueOrThrow({ where: { id } })
  if (at === null) throw new Error(`source ${id} is not planned`)
  return at.getTime()
}

async function addSource(path: string, host = 0): Promise<number> {
  const origin = server.origins[host] ?? ''
  const hostName = new URL(origin).hostname
  const { id } = await database.source.create({
    data: {
      url: `${origin}${path}`,
      nextPollAt: new Date(clock.now()),
      host: { connectOrCreate: { where: { name: hostName }, create: { name: hostName } } },
      subscriptions: { create: { subscriberId: reader } },
    },
  })
  return id
}

async function stored() {
  return database.posting.findMany({ orderBy: { id: 'asc' } })
}

async function titles(): Promise<string[]> {
  return (await stored()).map(({ title }) => title)
}

async function granted(): Promise<Map<number, number>> {
  const sources = await database.source.findMany({ include: { plan: true } })
  return new Map(sources.map(({ id, plan }) => [id, plan?.pollsPerDay ?? 0]))
}

function sumOf(polls: ReadonlyMap<number, number>): number {
  return [...polls.values()].reduce((sum, count) => sum + count, 0)
}

/** A posting that appears so long after the reference instant. */
function posting(title: string, afterMs: number): ServedPosting {
  return { title, guid: title, text: `Text of ${title}`, publishedAt: referenceAt + afterMs }
}
