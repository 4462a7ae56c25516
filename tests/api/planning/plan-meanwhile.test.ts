import { expect, test, vi } from 'vitest'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { planWhenDue, replanSources } from '#lib/planning/plan-all.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import { replanSoon } from '#lib/planning/replan-soon.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { withSharedSources } from '#tests/support/world/shared-sources.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'

const { database, first, plannedWeight, plannedWeights, call } = withSharedSources()

test('what cannot be planned is done all the same, logged, and planned by the next planning', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await database().$executeRaw`ALTER TABLE "plan" ADD CONSTRAINT "refused" CHECK (false) NOT VALID`
  const body = { wantsFast: true }
  const changed = await call({
    module: subscription,
    method: 'PATCH',
    params: { id: String(first().id) },
    body,
  })
  await database().$executeRaw`ALTER TABLE "plan" DROP CONSTRAINT "refused"`
  const lines = written.mock.calls.map(([text]) => String(text)).join('')
  written.mockRestore()
  expect(changed).toMatchObject({ wantsFast: true })
  expect(lines).toContain('replan-failed')
  expect(await plannedWeight(first().sourceId)).toBe(2)
  await changeServerSettings(database(), { budgetPerDay: 17 })
  expect(await planWhenDue(replayContext(database(), systemClock))).toBe(true)
  expect(await plannedWeight(first().sourceId)).toBe(10)
})

test('what is wished for while all are planned is in force when that ends', async () => {
  await changeServerSettings(database(), { budgetPerDay: 18 })
  let planning: Promise<boolean> = Promise.resolve(false)
  await database().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.storingPlans})`
      planning = planWhenDue(replayContext(database(), systemClock))
      await expect.poll(() => isWaitedFor(database()), { timeout: 30_000 }).toBe(true)
      const body = { wantsFast: true }
      await call({ module: subscription, method: 'PATCH', params: { id: String(first().id) }, body })
    },
    { timeout: 60_000 },
  )
  expect(await planning).toBe(true)
  expect(await plannedWeights()).toEqual([10, 2, 2])
})

test('a source that is planned by a run which is replaced meanwhile is planned by the new one', async () => {
  const { sourceId } = first()
  const { run, ...latest } = await database().planningRun.findFirstOrThrow({
    orderBy: { id: 'desc' },
    omit: { id: true },
  })
  let replanning: Promise<void> = Promise.resolve()
  const newest = await database().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT 1 FROM "source" WHERE "id" = ${sourceId} FOR NO KEY UPDATE`
      replanning = replanSources({ database: database(), clock: systemClock }, [sourceId])
      await expect.poll(() => isWaitedFor(database()), { timeout: 30_000 }).toBe(true)
      return transaction.planningRun.create({ data: { ...latest, run: run as object }, select: { id: true } })
    },
    { timeout: 60_000 },
  )
  await replanning
  const { plan } = await database().source.findUniqueOrThrow({
    where: { id: sourceId },
    select: { plan: { select: { runId: true } } },
  })
  expect(plan?.runId).toBe(newest.id)
})

test('sources beyond those that are planned by whoever asks are planned by the aggregator that is told', async () => {
  await changeServerSettings(database(), { isPaused: true })
  const stop = await startAggregator(
    replayContext(database(), systemClock),
    process.env['DATABASE_URL'] ?? '',
  )
  const runs = await database().planningRun.count()
  await database().subscription.update({ where: { id: first().id }, data: { wantsFast: true } })
  const others = Array.from({ length: 200 }, (_, index) => 1_000_000 + index)
  await replanSoon(database(), [...others, first().sourceId])
  await expect.poll(() => plannedWeight(first().sourceId)).toBe(10)
  expect(await database().planningRun.count()).toBe(runs)
  await stop()
}, 60_000)
