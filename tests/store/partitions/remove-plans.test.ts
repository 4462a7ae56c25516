import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRollUp } from '#lib/aggregator/roll-up.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { overdueColumns, overdueWith } from '#tests/bench/soak-overdue.ts'
import { createPolledWorld, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000

let world: PolledWorld
beforeAll(async () => {
  world = await createPolledWorld()
})
afterAll(() => world.close())

async function addPlan(sourceId: number, day: number, runId: number | null = null): Promise<bigint> {
  const { id } = await world.database.plan.create({
    data: {
      sourceId,
      runId,
      madeAt: new Date(referenceAt + day * dayMs),
      policy: 'price',
      policyVersion: 'x',
      weight: 1,
      ratePerDay: 1,
      pollsPerDay: 1,
      pattern: [],
      carry: 0,
      predictedDelayMs: 1,
      minIntervalMs: 1,
      maxStalenessMs: 1,
    },
  })
  return id
}

test('plans that were replaced before the history of polls begins go, but for those that a stored poll was decided by', async () => {
  const { database, clock } = world
  const sourceId = await world.addSource('/feed')
  const still = await world.addSource('/other')
  const ids: bigint[] = []
  for (const day of [0, 1, 2, 3, 40, 50]) ids.push(await addPlan(sourceId, day))
  const [, used, , atBegin, later, last] = ids
  const old = await addPlan(still, 0)
  const at = new Date(referenceAt + dayMs)
  const outcome = { outcome: 'fetched', factOutcome: 'changed', consecutiveFailures: 0 }
  await database.poll.create({
    data: { sourceId, startedAt: at, finishedAt: at, planId: used ?? null, ...outcome },
  })
  await database.source.update({ where: { id: sourceId }, data: { planId: last ?? null } })
  await database.source.update({ where: { id: still }, data: { planId: old } })
  await changeServerSettings(database, { pollHistoryDays: 30 })
  await clock.set(referenceAt + 60 * dayMs)
  const overdue = () =>
    database.$queryRawUnsafe<Record<string, number>[]>(`${overdueWith} SELECT ${overdueColumns}`)
  expect(await overdue()).toEqual([{ 'polls overdue': 0, 'plans overdue': 2 }])
  expect(await createRollUp(world.context())(new AbortController().signal)).toBe(true)
  expect(await overdue()).toEqual([{ 'polls overdue': 0, 'plans overdue': 0 }])
  const left = await database.plan.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual([used, atBegin, later, last, old])
})

test('of plannings before that, one of each day stays, and those by which a source is still polled', async () => {
  const { database, clock } = world
  const sourceId = await world.addSource('/third')
  const ids: number[] = []
  for (const day of [0, 0.2, 0.4, 1, 1.2, 99, 99.1, 99.2]) {
    const made = { madeAt: new Date(referenceAt + day * dayMs), policyVersion: 'x', run: {} }
    const { id } = await database.planningRun.create({ data: { ...made, sources: 0, grantedPerDay: 0 } })
    ids.push(id)
  }
  const planId = await addPlan(sourceId, 0.2, ids[1])
  await database.source.update({ where: { id: sourceId }, data: { planId } })
  await clock.set(referenceAt + 100 * dayMs)
  expect(await createRollUp(world.context())(new AbortController().signal)).toBe(true)
  const left = await database.planningRun.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual(ids.filter((_, n) => n !== 0 && n !== 3))
})
