import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { toPollFacts, toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'

const admin = { id: 'nobody', role: 'admin' as const }
const minuteMs = 60_000
const dayMs = 86_400_000

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
  await changeServerSettings(world.database, { policy: 'minimum-delay' })
})
afterEach(() => world.close())

const subscription = () => world.database.pushSubscription.findFirstOrThrow()
const source = () => world.database.source.findFirstOrThrow()

/** The interval that the last poll decided, and the one it would have decided without a hub. */
async function lastInterval(): Promise<{ readonly withHub: number; readonly without: number }> {
  const poll = await world.database.poll.findFirstOrThrow({
    orderBy: { id: 'desc' },
    include: { plan: true },
  })
  if (poll.plan === null) throw new Error('a poll without plan')
  const plan = toSourcePlan(poll.plan)
  const facts = toPollFacts(poll)
  const now = poll.finishedAt.getTime()
  const decided = decideNextPoll(plan, facts, now).nextPollAt
  expect(decided).toBe(poll.nextPollAt?.getTime()) // recomputed from the stored rows
  return {
    withHub: decided - now,
    without: decideNextPoll(plan, { ...facts, pushShare: 0 }, now).nextPollAt - now,
  }
}

const titlesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('polls beside a hub', () => {
  test('are as usual before it has delivered, rare while it delivers, usual again when it misses', async () => {
    await world.subscribe()
    await world.pollAt(world.clock.now() + 10 * minuteMs)
    const atFirst = await lastInterval()
    expect(atFirst.withHub).toBe(atFirst.without)
    await world.push(...titlesOf('pushed', 15))
    await world.pollAt(world.clock.now() + 10 * minuteMs)
    const proven = await lastInterval()
    expect((await subscription()).pushShare).toBeCloseTo(1 - 0.8 ** 15)
    expect(proven.withHub / proven.without).toBeGreaterThan(4)
    expect((await findSourceDetail(world.database, admin, world.sourceId, Date.now()))?.push).toMatchObject({
      protocol: 'websub',
      hubUrl: world.hub.url,
      state: 'active',
      lastError: null,
      share: (await subscription()).pushShare,
    })
    expect((await source()).nextPollReason).toMatchObject({ code: 'backup', values: { hubShare: 0.96 } })
    for (const title of titlesOf('missed', 6)) {
      world.postings.push(postingOf(title, world.clock.now()))
      await world.pollAt(world.clock.now() + 10 * minuteMs)
    }
    const missing = await lastInterval()
    expect(missing.withHub / missing.without).toBeLessThan(1.2)
    expect(await world.titles()).toHaveLength(1 + 15 + 6)
  })

  test('are rare under the price policy, too: only what the hub misses waits for them', async () => {
    await changeServerSettings(world.database, { policy: 'price', budgetPerDay: 100 })
    await world.subscribe()
    await world.pollAt(world.clock.now() + 10 * minuteMs)
    const before = Number((await source()).nextPollAt) - world.clock.now()
    await world.push(...titlesOf('pushed', 15))
    await world.pollAt(world.clock.now() + 10 * minuteMs)
    const { nextPollAt, nextPollReason } = await source()
    expect(Number(nextPollAt) - world.clock.now()).toBeGreaterThan(2 * before)
    expect(nextPollReason).toMatchObject({ code: 'priceBesideHub', values: { hubShare: 0.96 } })
  })

  test('rise at once when the hub dies: its lease ends unrenewed', async () => {
    world.hub.leaseSeconds = 7200
    await world.subscribe()
    await world.push(...titlesOf('pushed', 30))
    await world.pollAt(world.clock.now() + 110 * minuteMs)
    const { nextPollAt: asBackup } = await source()
    world.hub.behaviour = 'silent'
    await world.clock.advance(11 * minuteMs)
    await world.askHubs()
    expect(await subscription()).toMatchObject({ state: 'lapsed', pushShare: 0 })
    const { nextPollAt: alone } = await source()
    expect(Number(alone)).toBeLessThan(Number(asBackup))
    await world.pollAt(Number(alone))
    const after = await lastInterval()
    expect(after.withHub).toBe(after.without)
    world.hub.behaviour = 'verify'
    await world.clock.advance(dayMs)
    await world.askHubs()
    expect(await subscription()).toMatchObject({ state: 'active', pushShare: 0 })
  })

  test('rise at once when the hub stops the subscription', async () => {
    await world.subscribe()
    await world.push(...titlesOf('pushed', 30))
    await world.pollAt(world.clock.now() + minuteMs)
    const { nextPollAt: asBackup } = await source()
    const denied = { 'hub.mode': 'denied', 'hub.topic': world.topic, 'hub.reason': 'the end' }
    await world.hub.verify(world.hub.requests[0]?.get('hub.callback') ?? '', denied)
    await world.askHubs()
    expect(Number((await source()).nextPollAt)).toBeLessThan(Number(asBackup))
    expect(await subscription()).toMatchObject({ state: 'denied', pushShare: 0 })
  })
})
