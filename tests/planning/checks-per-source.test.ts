import { expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { previewFast } from '#lib/planning/preview-plan.ts'
import type { PlanningRun } from '#lib/policy/facts/types.ts'
import { budgetOf, changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const world = polledWorldOfEachTest()

/** Each at a host of its own, from this one of three on. */
async function addFeeds(names: readonly string[], firstHost = 0): Promise<number[]> {
  const ids: number[] = []
  for (const [index, name] of names.entries()) {
    const postings = [1, 5, 9, 13].map((hours) => postingAfter(`${name} ${hours}`, -hours * hourMs))
    world.server.route(`/${name}`, rss({ postings }))
    ids.push(await world.addSource(`/${name}`, firstHost + index))
  }
  return ids
}

async function latest(): Promise<PlanningRun> {
  const row = await world.database.planningRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return row.run as unknown as PlanningRun
}

async function planTomorrow(days = 1): Promise<PlanningRun> {
  await world.clock.set(referenceAt + (days * 24 + 1) * hourMs)
  await planWhenDue(world.context())
  return latest()
}

test('the budget grows with the feeds up to the ceiling, and stays as it is where the admin fixed it', () => {
  const settings = { budgetPerDay: 10_000, checksPerSource: 24 }
  expect([0, 1, 64, 1000].map((sources) => budgetOf(settings, sources))).toEqual([24, 24, 1536, 10_000])
  expect(budgetOf({ ...settings, checksPerSource: 0 }, 64)).toBe(10_000)
  expect(budgetOf({ ...settings, checksPerSource: null }, 64)).toBe(10_000)
})

test('a planning shares so many checks a day for each feed, also after one more feed came', async () => {
  await changeServerSettings(world.database, { checksPerSource: 24 })
  await addFeeds(['a', 'b'])
  await world.pass()
  await planWhenDue(world.context())
  expect((await latest()).settings.budgetPerDay).toBe(48)
  await addFeeds(['c'], 2)
  await world.pass()
  await planWhenDue(world.context())
  expect((await latest()).settings.budgetPerDay).toBe(72)
  const runs = await world.database.planningRun.count()
  expect(await planWhenDue(world.context())).toBe(false)
  expect(await world.database.planningRun.count()).toBe(runs)
})

test.each([
  ['fails', { lastOutcome: 'failed' as const, consecutiveFailures: 9 }],
  ['its host holds back', { lastOutcome: 'throttled' as const }],
  ['its publisher ended', { lastOutcome: 'gone' as const }],
])('a feed that %s gives its checks to the others', async (_, outcome) => {
  await changeServerSettings(world.database, { checksPerSource: 24 })
  const [, idle = 0] = await addFeeds(['a', 'b', 'c'])
  await world.pass()
  const before = await planTomorrow()
  const at = world.clock.now()
  await world.database.source.update({
    where: { id: idle },
    data: {
      ...outcome,
      lastPolledAt: new Date(at),
      nextPollAt: new Date(at + 48 * hourMs),
    },
  })
  await changeServerSettings(world.database, { overflowRisk: 0.02 }) // plans anew at the same instant
  await planWhenDue(world.context())
  const after = await latest()
  expect(after.settings.budgetPerDay).toBe(72)
  expect(after.population?.price).toBeLessThan(0.8 * (before.population?.price ?? 0))
})

test('an urgent feed may be checked each three minutes, but not while its host complains', async () => {
  await changeServerSettings(world.database, { checksPerSource: 24 })
  const [urgent = 0, usual = 0] = await addFeeds(['a', 'b'])
  const reader = await world.database.subscription.findFirstOrThrow({ where: { sourceId: urgent } })
  await world.pass()
  await planTomorrow()
  const preview = await previewFast(world.database, reader.subscriberId, reader.id)
  await world.database.subscription.updateMany({ where: { sourceId: urgent }, data: { wantsFast: true } })
  await planTomorrow(2)
  const leastOf = async (id: number) => {
    const { plan } = await world.database.source.findUniqueOrThrow({ where: { id }, include: { plan: true } })
    return Number(plan?.minIntervalMs) / minuteMs
  }
  expect(await leastOf(urgent)).toBe(3)
  expect(await leastOf(usual)).toBe(10)
  expect(preview?.pollsPerDay?.then).toBeGreaterThan(preview?.pollsPerDay?.now ?? Infinity)
  await world.database.host.updateMany({ data: { requestsPerHour: 30 } })
  await planTomorrow(3)
  expect(await leastOf(urgent)).toBe(10)
})
