import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { runPass } from '#lib/aggregator/pass.ts'
import { takeBack } from '#lib/aggregator/take-back.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import type { Route } from '#tests/support/servers/feed-server.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { until, whileUnderWay } from '#tests/support/measure/until.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()

const feed = () => rss({ postings: [postingAfter('a', -hourMs)] })
const theHost = () => world.database.host.findFirstOrThrow({ where: { name: '127.0.0.1' } })

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

describe('a source that moved', () => {
  const old = '/feed'
  const next = '/new'
  const addressOf = (index: number, path: string) => `${world.server.origins[index] ?? ''}${path}`
  const urlOf = async (id: number) => (await world.database.source.findUniqueOrThrow({ where: { id } })).url
  const entries = () => world.database.auditEntry.findMany({ orderBy: { id: 'asc' } })
  const adminAt = async (at: number) => {
    const { id: actorId } = await world.database.user.findFirstOrThrow()
    return { actorId, address: null, at: new Date(at), hold: () => Promise.resolve() }
  }

  /** A source whose old address redirects to the new one, long enough to be moved, by the reference instant plus a day. */
  async function movedSource(): Promise<number> {
    world.server.route(old, redirect(addressOf(1, next), 301), world.server.origins[0])
    world.server.route(next, feed(), world.server.origins[1])
    const id = await world.addSource(old)
    for (const at of [0, hourMs, dayMs]) await world.pollAt(id, referenceAt + at)
    expect(await urlOf(id)).toBe(addressOf(1, next))
    return id
  }

  test('keeps its postings, and moves back where the new address redirects to the old one', async () => {
    const id = await movedSource()
    world.server.route(old, feed(), world.server.origins[0])
    world.server.route(next, redirect(addressOf(0, old), 308), world.server.origins[1])
    for (const at of [dayMs + hourMs, dayMs + 2 * hourMs, 2 * dayMs + 2 * hourMs])
      await world.pollAt(id, referenceAt + at)
    expect(await urlOf(id)).toBe(addressOf(0, old))
    expect(await world.titles()).toEqual(['a'])
    expect((await entries()).map(({ act, actorId }) => [act, actorId])).toEqual([
      ['source-moved', null],
      ['source-moved', null],
    ])
  })

  test('is moved back from the log of changes, is polled there at once, and does not move there again', async () => {
    const id = await movedSource()
    const [entry] = await entries()
    if (entry === undefined) throw new Error('the move is not in the log')
    const at = referenceAt + dayMs + hourMs
    await world.clock.set(at)
    expect(await takeBack(world.database, entry.id, await adminAt(at))).toBe('reverted')
    expect(await urlOf(id)).toBe(addressOf(0, old))
    await world.pass()
    expect(world.server.requests.slice(-2).map(({ path }) => path)).toEqual([old, next])
    for (const days of [2, 3, 4]) await world.pollAt(id, referenceAt + days * dayMs)
    expect(await urlOf(id)).toBe(addressOf(0, old))
    expect(await world.titles()).toEqual(['a'])
  })

  test('that is moved back while its new address is asked keeps nothing of that answer', async () => {
    const id = await movedSource()
    const [entry] = await entries()
    const at = referenceAt + dayMs + hourMs
    const by = await adminAt(at)
    const reverted: unknown[] = []
    const answerLate: Route = (request, response) => {
      void takeBack(world.database, entry?.id ?? 0n, by).then((result) => {
        reverted.push(result)
        response.setHeader('etag', '"new"')
        feed()(request, response)
      })
    }
    world.server.route(next, answerLate, world.server.origins[1])
    await world.database.source.update({ where: { id }, data: { nextPollAt: new Date(at) } })
    await world.clock.set(at)
    await runPass(world.context(), { maxPolls: 1 })
    expect(reverted).toEqual(['reverted'])
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(source).toMatchObject({
      url: addressOf(0, old),
      etag: null,
      isAwaited: true,
      nextPollAt: new Date(at),
    })
  })

  test('stays where another source has come to its old address', async () => {
    await movedSource()
    const [entry] = await entries()
    await world.addSource(old)
    expect(await takeBack(world.database, entry?.id ?? 0n, await adminAt(referenceAt))).toBe('changed-since')
  })
})

describe('on the way over another host', () => {
  const host = (name: string) => world.database.host.findUniqueOrThrow({ where: { name } })
  const pause = status(429, { 'retry-after': '3600' })
  const own = '127.0.0.1'
  const other = '127.0.0.2'

  test('a pause that the other asks for is noted there, not at the source’s own', async () => {
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    world.server.route('/feed', pause, world.server.origins[1])
    await world.addSource('/away')
    await world.pass()
    const until = new Date(referenceAt + hourMs)
    expect(await host(other)).toMatchObject({ pauseStatus: 429, leaseOwner: null })
    expect((await host(other)).nextRequestAt?.getTime()).toBeGreaterThanOrEqual(until.getTime())
    expect(await host(own)).toMatchObject({ pauseStatus: null, requestsPerHour: null, leaseOwner: null })
    expect((await host(own)).nextRequestAt?.getTime()).toBeLessThan(until.getTime())
  })

  test('what the source’s own host answers in the end teaches nothing of the other', async () => {
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/back`))
    world.server.route('/back', redirect(`${world.server.origins[0] ?? ''}/feed`), world.server.origins[1])
    world.server.route('/feed', pause, world.server.origins[0])
    await world.addSource('/away')
    await whileUnderWay('the pass', world.pass(), async () => {
      await sleep(5)
      if (world.clock.sleepers() > 0) await world.clock.advance(1_000)
    })
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/away', '/back', '/feed'])
    expect(await host(own)).toMatchObject({ pauseStatus: 429, requestsPerHour: 1, leaseOwner: null })
    expect((await host(own)).nextRequestAt?.getTime()).toBeGreaterThanOrEqual(referenceAt + hourMs)
    expect(await host(other)).toMatchObject({ pauseStatus: null, requestsPerHour: null, leaseOwner: null })
    expect((await host(other)).nextRequestAt?.getTime()).toBeLessThan(referenceAt + minuteMs)
  })

  test('a poll that waits for the other’s turn is given up at once when it is told to stop', async () => {
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    await world.database.host.create({
      data: { name: other, nextRequestAt: new Date(referenceAt + 4_000), leaseOwner: null },
    })
    const id = await world.addSource('/away')
    const stopping = new AbortController()
    const passed = runPass(world.context(), { signal: stopping.signal })
    await until(
      'the poll waits for the other host',
      () => world.server.requests.length > 0 && world.clock.sleepers() > 0,
    )
    await sleep(100)
    stopping.abort()
    await passed
    expect(world.server.requests.map(({ path }) => path)).toEqual(['/away'])
    expect(await world.database.source.findUniqueOrThrow({ where: { id } })).toMatchObject({
      leaseOwner: null,
      lastOutcome: null,
    })
    expect((await host(own)).leaseOwner).toBeNull()
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
  test('is believed after two weeks of 410, told, and undone by Check now', async () => {
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
    expect(healthOf(ended)).toEqual({
      kind: 'gone',
      reason: { code: 'ended', values: {}, text: 'The publisher ended this feed.' },
    })
    await world.clock.advance(dayMs)
    expect((await requestPoll(world.database, id, world.clock.now())).kind).toBe('planned')
    world.server.route('/feed', feed())
    await world.pass()
    expect(await world.titles()).toEqual(['a'])
  })
})
