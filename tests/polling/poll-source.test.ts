import { describe, expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { pollByAnswer } from '#lib/polling/poll-source.ts'
import { claimDueSources } from '#lib/store/polling/claim-due-sources.ts'
import { toPollFacts, toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'
import { challengePage, loginPage } from '#tests/support/data/barriers.ts'
import { reset, status } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { type PolledWorld, polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const htmlType = { 'content-type': 'text/html' }

const world = polledWorldOfEachTest()

describe('a poll', () => {
  test('stores the first document as initial postings in their own time, later ones when they are found', async () => {
    const postings = [
      postingAfter('a', -3 * hourMs),
      postingAfter('b', -2 * hourMs),
      postingAfter('c', 10 * minuteMs),
    ]
    world.server.route('/feed', rss({ postings, now: world.clock.now }))
    const id = await world.addSource('/feed')
    await world.pass()
    expect(await world.titles()).toEqual(['a', 'b'])
    await world.pollAt(id, referenceAt + 30 * minuteMs)
    const [a, , c] = await stored(world)
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
    world.server.route(
      '/feed',
      rss({ postings: [postingAfter('a', -hourMs), postingAfter('b', -minuteMs)], now: world.clock.now }),
    )
    const id = await world.addSource('/feed')
    await world.pass()
    await world.pollAt(id, referenceAt + hourMs)
    const polls = await world.database.poll.findMany({ orderBy: { id: 'asc' } })
    expect(polls.map(({ outcome, httpStatus, windowSize }) => ({ outcome, httpStatus, windowSize }))).toEqual(
      [
        { outcome: 'fetched', httpStatus: 200, windowSize: 2 },
        { outcome: 'not-modified', httpStatus: 304, windowSize: 2 },
      ],
    )
  })

  test('records an edit as an edit and finds nothing new', async () => {
    world.server.route('/feed', rss({ postings: [{ ...postingAfter('a', -hourMs), guid: '1' }] }))
    const id = await world.addSource('/feed')
    await world.pass()
    world.server.route('/feed', rss({ postings: [{ ...postingAfter('a, corrected', -hourMs), guid: '1' }] }))
    await world.pollAt(id, referenceAt + hourMs)
    const [edited, ...others] = await stored(world)
    expect(others).toEqual([])
    expect(edited).toMatchObject({ title: 'a, corrected', editedAt: new Date(referenceAt + hourMs) })
    expect(await world.database.poll.count({ where: { newPostings: { gt: 0 } } })).toBe(1)
  })

  test('does not believe a date in the future or long before the last poll', async () => {
    const postings = [postingAfter('old', -hourMs)]
    world.server.route('/feed', rss({ postings }))
    const id = await world.addSource('/feed')
    await world.pass()
    const later = [postingAfter('future', 5 * dayMs), postingAfter('back-dated', -2 * dayMs), ...postings]
    world.server.route('/feed', rss({ postings: later, withoutValidators: true }))
    await world.pollAt(id, referenceAt + hourMs)
    const doubtful = (await stored(world)).filter(({ isInitial }) => !isInitial)
    expect(doubtful.map(({ title }) => title).sort()).toEqual(['back-dated', 'future'])
    for (const found of doubtful) {
      expect(found.publishedAt).toBeNull()
      expect(found.claimedAt).not.toBeNull()
      expect(found.shownAt).toEqual(new Date(referenceAt + hourMs))
    }
  })

  test('backs off after failures, longer each time, and recovers at the first success', async () => {
    world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
    const id = await world.addSource('/feed')
    await world.pass()
    world.server.route('/feed', status(500))
    const pauses: number[] = []
    for (let failure = 1; failure <= 6; failure++) {
      const at = await world.nextPollAt(id)
      await world.clock.set(at)
      await world.pass()
      pauses.push((await world.nextPollAt(id)) - at)
    }
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? Infinity)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(dayMs)
    expect(await world.database.source.findFirstOrThrow()).toMatchObject({
      consecutiveFailures: 6,
      lastOutcome: 'failed',
    })
    world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs), postingAfter('b', hourMs)] }))
    await world.clock.set(await world.nextPollAt(id))
    await world.pass()
    expect(await world.database.source.findFirstOrThrow()).toMatchObject({
      consecutiveFailures: 0,
      lastError: null,
    })
    expect(await world.titles()).toEqual(['a', 'b'])
  })

  test('waits as long as Retry-After says, for all sources of that host', async () => {
    world.server.route('/feed', status(429, { 'retry-after': '7200' }))
    world.server.route('/other', rss({ postings: [postingAfter('o', -hourMs)] }))
    const throttled = await world.addSource('/feed')
    await world.pass()
    const other = await world.addSource('/other')
    expect(await world.nextPollAt(throttled)).toBeGreaterThanOrEqual(referenceAt + 2 * hourMs)
    await world.clock.set(referenceAt + 2 * hourMs - 1)
    await world.pass()
    expect(world.server.requests).toHaveLength(1)
    await world.clock.set(referenceAt + 2 * hourMs)
    await world.pass()
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/feed', '/other'])
    expect(await world.database.source.findUniqueOrThrow({ where: { id: throttled } })).toMatchObject({
      consecutiveFailures: 0,
    })
    expect(await world.nextPollAt(other)).toBeGreaterThan(referenceAt + 2 * hourMs)
  })

  test('probes a source that is gone once a week, and takes it back when it returns', async () => {
    world.server.route('/feed', status(410))
    const id = await world.addSource('/feed')
    await world.pass()
    expect(await world.nextPollAt(id)).toBe(referenceAt + 7 * dayMs)
    world.server.route('/feed', rss({ postings: [postingAfter('back', 7 * dayMs)] }))
    await world.clock.set(referenceAt + 7 * dayMs)
    await world.pass()
    expect(await world.titles()).toEqual(['back'])
  })

  test('survives a connection that is cut and a document that is no feed', async () => {
    world.server.route('/cut', reset())
    world.server.route(
      '/page',
      status(200, { 'content-type': 'text/html' }, '<!doctype html><title>A page</title>'),
    )
    await world.addSource('/cut', 0)
    await world.addSource('/page', 1)
    await world.pass()
    const polls = await world.database.poll.findMany({
      select: { outcome: true, error: true },
      orderBy: { sourceId: 'asc' },
    })
    expect(polls).toEqual([
      {
        outcome: 'failed',
        error: {
          code: 'notConnected',
          values: { host: '127.0.0.1', detail: expect.stringMatching(/^\w{3}/) },
        },
      },
      { outcome: 'failed', error: { code: 'webPage', values: {} } },
    ])
  })

  test.each([
    [404, 3 * hourMs],
    [403, 9 * hourMs],
  ])('that fails with %i waits as its kind does, as its stored rows say', async (code, secondMs) => {
    world.server.route('/feed', status(code))
    const id = await world.addSource('/feed')
    await world.pass()
    await world.database.plan.updateMany({ data: { pollsPerDay: 144 } })
    await world.pollAt(id, referenceAt + dayMs)
    expect((await world.nextPollAt(id)) - referenceAt - dayMs).toBeGreaterThanOrEqual(0.75 * secondMs)
    const poll = await world.database.poll.findFirstOrThrow({
      include: { plan: true },
      orderBy: { id: 'desc' },
    })
    if (poll.plan === null) throw new Error('the poll has no plan')
    const again = decideNextPoll(toSourcePlan(poll.plan), toPollFacts(poll), poll.finishedAt.getTime())
    expect(again.nextPollAt).toBe(poll.nextPollAt?.getTime())
  })

  test.each([
    ['a check that its head names', status(403, { 'cf-mitigated': 'challenge' }), 'challengePage'],
    ['a check that comes with 503', status(503, { 'cf-mitigated': 'challenge' }), 'challengePage'],
    ['a check that comes as a success', status(202, { 'x-amzn-waf-action': 'challenge' }), 'challengePage'],
    ['the page of a check', status(403, htmlType, challengePage), 'challengePage'],
    ['the page of a check as a document', status(200, htmlType, challengePage), 'challengePage'],
    ['a wish for a password', status(401, { 'www-authenticate': 'Basic realm="members"' }), 'loginPage'],
    ['a form to sign in', status(200, htmlType, loginPage), 'loginPage'],
  ])('tells %s from a feed, and what can be done', async (_, route, code) => {
    world.server.route('/feed', route)
    const id = await world.addSource('/feed')
    await world.pass()
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    const health = healthOf(source)
    expect(health).toMatchObject({ kind: 'failing', reason: { code, values: { host: '127.0.0.1' } } })
    expect(health.reason?.text).toMatch(
      code === 'loginPage' ? /private feed address/ : /let feed readers through/,
    )
  })

  test('is not planned again when the last subscriber left during it', async () => {
    world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
    const id = await world.addSource('/feed')
    const [claimed] = await claimDueSources(world.database, {
      owner: 'replay',
      now: world.clock.now(),
      limit: 1,
      leaseMs: minuteMs,
      spacingMs: 1000,
    })
    expect(claimed?.id).toBe(id)
    await world.database.subscription.deleteMany()
    await world.database.source.update({ where: { id }, data: { leaseUntil: null, leaseOwner: null } })
    await world.database.host.updateMany({ data: { leaseUntil: null, nextRequestAt: null } })
    await world.pass()
    expect((await world.database.source.findUniqueOrThrow({ where: { id } })).nextPollAt).toBeNull()
    expect(await world.titles()).toEqual(['a'])
  })
})

describe('a poll by the answer that a search got 90 s ago', () => {
  const answeredAt = referenceAt + 90_000
  const publishedAt = new Date(referenceAt + minuteMs)

  /** Fetches a feed as a search does; its source is made and leased when a reader subscribes, 90 s later. */
  async function subscribeAfterSearch() {
    const { server, clock, database } = world
    server.route('/feed', rss({ postings: [postingAfter('a', minuteMs)], now: clock.now }))
    await clock.set(answeredAt)
    const { userAgent, allowedPrivateNetworks } = world.context()
    const answer = await fetchFeed(
      { url: `${server.origins[0] ?? ''}/feed`, etag: null, lastModified: null },
      { userAgent, allowedPrivateNetworks },
    )
    await clock.advance(90_000)
    const id = await world.addSource('/feed')
    const leaseUntil = new Date(clock.now() + minuteMs)
    await database.source.update({ where: { id }, data: { leaseOwner: 'web', leaseUntil } })
    return { id, answer, context: world.context('web') }
  }

  test('dates its postings by the clock of the server as it was then', async () => {
    const { id, answer, context } = await subscribeAfterSearch()
    await pollByAnswer(context, id, answer, answeredAt)
    expect(await stored(world)).toMatchObject([{ title: 'a', publishedAt, shownAt: publishedAt }])
    expect(await world.database.poll.findMany()).toMatchObject([
      { outcome: 'fetched', startedAt: new Date(answeredAt), finishedAt: new Date(answeredAt) },
    ])
    expect(world.server.requests).toHaveLength(1)
  })

  test('changes nothing of the host, which others ask meanwhile', async () => {
    const { id, answer, context } = await subscribeAfterSearch()
    const lesson = {
      ...{ requestsPerHour: 7, failedSourceIds: [id + 1], downSince: new Date(referenceAt), probes: 3 },
      ...{ leaseOwner: 'aggregator', leaseUntil: new Date(referenceAt + hourMs) },
      ...{ nextRequestAt: new Date(referenceAt + hourMs), pauseStatus: 429 },
    }
    const parser: typeof context.parser = {
      async parse(document) {
        await world.database.host.updateMany({ data: lesson })
        return context.parser.parse(document)
      },
    }
    await pollByAnswer({ ...context, parser }, id, answer, answeredAt)
    expect(await world.titles()).toEqual(['a'])
    expect(await world.database.host.findMany()).toMatchObject([lesson])
  })

  test('gives its lease back where the source cannot be read', async () => {
    const { id, answer, context } = await subscribeAfterSearch()
    const unread = { $queryRaw: () => Promise.reject(new Error('no connection')) }
    const database = new Proxy(context.database, {
      get: (given, name) => Reflect.get(name in unread ? unread : given, name) as unknown,
    })
    await expect(pollByAnswer({ ...context, database }, id, answer, answeredAt)).rejects.toThrow(
      'no connection',
    )
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(source).toMatchObject({ leaseOwner: null, leaseUntil: null, firstPolledAt: null })
  })
})

async function stored({ database }: PolledWorld) {
  return database.posting.findMany({ orderBy: { id: 'asc' } })
}
