import { expect, test } from 'vitest'
import { replanSources } from '#lib/planning/plan-all.ts'
import { createReplanner } from '#lib/planning/replan-soon.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { findLatestRunId } from '#lib/store/planning/planning-runs.ts'
import { withSharedSources } from '#tests/support/world/shared-sources.ts'

const minuteMs = 60_000
const shared = withSharedSources()

const plansOf = (ids: readonly number[], where = {}) =>
  shared.database().plan.count({ where: { sourceId: { in: [...ids] }, ...where } })

test('sources that are told of again before their turn comes are planned once more, not each time', async () => {
  const ids = shared.sourceIds()
  const before = await plansOf(ids)
  const inForce = await shared.plansInForce()
  const replanner = createReplanner(shared.database(), new AbortController().signal)
  for (let told = 0; told < 20; told++) void replanner.run(ids)
  await replanner.settled()
  const made = (await plansOf(ids)) - before
  expect([made >= ids.length, made <= 2 * ids.length]).toEqual([true, true])
  expect(await shared.plansInForce()).not.toEqual(inForce)
  // It looks again for what is told once it has ended.
  await replanner.run(ids.slice(0, 1))
  expect((await plansOf(ids)) - before).toBe(made + 1)
})

test('however often a source is planned anew, plans that nothing was decided by do not pile up', async () => {
  const ids = shared.sourceIds()
  const database = shared.database()
  const later = (minutes: number) => ({ ...systemClock, now: () => Date.now() + minutes * minuteMs })
  for (const minutes of [11, 12, 13, 14, 15, 26])
    await replanSources({ database, clock: later(minutes) }, ids)
  // Beside that in force those that were so for eleven minutes: whoever reads a list by one of them may go on.
  const runId = await findLatestRunId(database)
  expect(await plansOf(ids, { runId })).toBe(3 * ids.length)
  // A day later nobody does.
  await replanSources({ database, clock: later(26 + 24 * 60) }, ids)
  expect(await plansOf(ids, { runId })).toBe(2 * ids.length)
  expect(await shared.plansInForce()).not.toContain(null)
})

test('a plan stays while its source is being polled: the poll is stored with it', async () => {
  const [id = 0] = shared.sourceIds()
  const database = shared.database()
  const later = (minutes: number) => ({
    ...systemClock,
    now: () => Date.now() + (24 * 60 + minutes) * minuteMs,
  })
  await replanSources({ database, clock: later(55) }, [id])
  const { planId } = await database.source.findUniqueOrThrow({ where: { id } })
  await database.source.update({ where: { id }, data: { leaseOwner: 'somebody', leaseUntil: new Date() } })
  for (const minutes of [56, 67, 78]) await replanSources({ database, clock: later(minutes) }, [id])
  expect(await database.plan.count({ where: { id: planId ?? 0n } })).toBe(1)
  await database.source.update({ where: { id }, data: { leaseOwner: null, leaseUntil: null } })
  await replanSources({ database, clock: later(89) }, [id])
  expect(await database.plan.count({ where: { id: planId ?? 0n } })).toBe(0)
})
