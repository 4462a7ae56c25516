import { expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { toReason } from '#lib/store/ground/reasons.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { putInForce, withoutOutdated } from '#lib/store/planning/planning.ts'
import { unlessOthers } from '#lib/store/connection/once-across-processes.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const replanned: Reason = { code: 'text', values: { text: 'planned' } }

const world = polledWorldOfEachTest()

test('a weight of another size is planned with at the next planning, within the budget', async () => {
  for (const name of ['heavy', 'light']) {
    world.server.route(
      `/${name}`,
      rss({ postings: [postingAfter(`${name} 1`, -2 * dayMs), postingAfter(`${name} 2`, -dayMs)] }),
    )
  }
  await changeServerSettings(world.database, { budgetPerDay: 20, policy: 'minimum-delay' })
  const heavy = await world.addSource('/heavy', 0)
  const light = await world.addSource('/light', 1)
  await world.pass()
  await planWhenDue(world.context())
  const before = await granted()
  await world.database.source.update({ where: { id: heavy }, data: { weightFactor: 16 } })
  await world.clock.set(referenceAt + 25 * hourMs)
  await planWhenDue(world.context())
  const after = await granted()
  expect(after.get(heavy)).toBeGreaterThan(before.get(heavy) ?? Infinity)
  expect(after.get(light)).toBeLessThan(before.get(light) ?? 0)
  expect(sumOf(before)).toBeCloseTo(20)
  expect(sumOf(after)).toBeCloseTo(20)
})

async function granted(): Promise<Map<number, number>> {
  const sources = await world.database.source.findMany({ include: { plan: true } })
  return new Map(sources.map(({ id, plan }) => [id, plan?.pollsPerDay ?? 0]))
}

function sumOf(polls: ReadonlyMap<number, number>): number {
  return [...polls.values()].reduce((sum, count) => sum + count, 0)
}

test('the first source of a server gets its share of the budget at its first poll', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -2 * hourMs), postingAfter('b', -hourMs)] }))
  await changeServerSettings(world.database, { budgetPerDay: 20 })
  await world.addSource('/feed')
  await world.pass()
  expect(Math.abs(sumOf(await granted()) - 20)).toBeLessThan(1.01)
  expect(await world.nextPollAt((await world.database.source.findFirstOrThrow()).id)).toBeLessThan(
    referenceAt + 6 * hourMs,
  )
})

test('a planning is made by one process at a time, and by another when that one fails', async () => {
  const made = () => Promise.resolve('made')
  const meanwhile = unlessOthers(world.database, 'planning', () =>
    unlessOthers(world.database, 'planning', made),
  )
  expect(await meanwhile).toBeNull()
  await expect(
    unlessOthers(world.database, 'planning', () => Promise.reject(new Error('died'))),
  ).rejects.toThrow('died')
  expect(await unlessOthers(world.database, 'planning', made)).toBe('made')
})

test('a planning leaves alone what was asked for or polled while it was made', async () => {
  for (const [index, name] of ['asked', 'polled', 'other'].entries()) {
    world.server.route(`/${name}`, rss({ postings: [postingAfter(name, -hourMs)] }))
    await world.addSource(`/${name}`, index)
  }
  await world.pass()
  const sources = await world.database.source.findMany({ include: { plan: true }, orderBy: { id: 'asc' } })
  const [asked, polled, other] = sources.map(({ id }) => id)
  await world.database.source.update({ where: { id: asked }, data: { isAwaited: true } })
  await world.database.source.update({
    where: { id: polled },
    data: { lastPolledAt: new Date(referenceAt + 1) },
  })
  const planned = sources.flatMap(({ plan }) =>
    plan === null
      ? []
      : [{ plan: toSourcePlan(plan), next: { nextPollAt: referenceAt + 9 * hourMs, reason: replanned } }],
  )
  await world.database.$transaction((transaction) => putInForce(transaction, planned, null))
  const after = await world.database.source.findMany({ orderBy: { id: 'asc' } })
  expect(planned).toHaveLength(3)
  expect(
    after.filter(({ nextPollReason }) => toReason(nextPollReason)?.code === 'text').map(({ id }) => id),
  ).toEqual([other])
  expect(after.every(({ planId }, index) => planId !== sources[index]?.planId)).toBe(true)
  await world.database.subscription.deleteMany({ where: { sourceId: other } })
  await world.database.source.update({ where: { id: other }, data: { nextPollAt: null } }) // its last subscriber left
  await world.database.$transaction((transaction) => putInForce(transaction, planned, null))
  expect(await world.database.source.findMany({ where: { id: other, nextPollAt: null } })).toHaveLength(1)
})

test('of two plannings of one source the one made from later facts stays, whichever is stored last, and none of an older run', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  await world.addSource('/feed')
  await world.pass()
  const { plan } = await world.database.source.findFirstOrThrow({ include: { plan: true } })
  if (!plan?.runId) throw new Error('The source has no plan.')
  const madeBy = (byMs: number) => [
    { plan: { ...toSourcePlan(plan), madeAt: plan.madeAt.getTime() + byMs }, next: null },
  ]
  const { runId } = plan
  const current = (byMs: number, run: number) =>
    world.database.$transaction((transaction) => withoutOutdated(transaction, madeBy(byMs), run))
  expect(await current(-1, runId)).toHaveLength(0)
  expect(await current(1, runId)).toHaveLength(1)
  expect(await current(1, runId - 1)).toBeNull()
})

test('a source that is planned at its poll by a run which is replaced meanwhile is planned by the new one', async () => {
  const { database } = world
  const feed = rss({ postings: [postingAfter('a', -hourMs)] })
  world.server.route('/feed', feed)
  const id = await world.addSource('/feed')
  await world.pass()
  await database.source.update({ where: { id }, data: { weightFactor: 16 } })
  const { run, ...latest } = await database.planningRun.findFirstOrThrow({
    orderBy: { id: 'desc' },
    omit: { id: true },
  })
  let replacing = Promise.resolve({ id: 0 })
  world.server.route('/feed', (request, response) => {
    replacing = database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`SELECT 1 FROM "source" WHERE "id" = ${id} FOR NO KEY UPDATE`
        feed(request, response)
        await expect.poll(() => isWaitedFor(database), { timeout: 30_000 }).toBe(true)
        return transaction.planningRun.create({
          data: { ...latest, run: run as object },
          select: { id: true },
        })
      },
      { timeout: 60_000 },
    )
  })
  await world.pollAt(id, referenceAt + hourMs)
  const replaced = await replacing
  const { plan } = await database.source.findUniqueOrThrow({ where: { id }, include: { plan: true } })
  expect(plan).toMatchObject({ runId: replaced.id, weight: 16 })
})
