import { expect, test } from 'vitest'
import { planWhenDue, replanSources } from '#lib/planning/plan-all.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import type { PlanningRun } from '#lib/policy/facts/types.ts'
import { toPollFacts, toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { readPriceMemories } from '#lib/store/polling/price-memories.ts'
import { changeReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { toReason } from '#lib/store/ground/reasons.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const reader = 'reader-reader'
/** Every day from 07:00 to 09:00. */
const mornings = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [24 * day + 7, 24 * day + 8])

const world = polledWorldOfEachTest()

/** Hours before now at which it posted: at any time of the day, in no rhythm. */
const postedAgo = [1, 2, 9, 11, 20, 33, 34, 49, 52, 66, 67, 71]

/** A source that is read in the mornings, polled about once a day and planned. */
async function addReadSource(): Promise<number> {
  const postings = postedAgo.map((hours) => postingAfter(`p${hours}`, -hours * hourMs))
  world.server.route('/feed', rss({ postings }))
  await changeServerSettings(world.database, { budgetPerDay: 1 })
  await changeReadingHours(
    world.database,
    reader,
    { kind: 'given', zone: 'UTC', given: mornings },
    referenceAt,
  )
  const id = await world.addSource('/feed')
  await world.pass()
  return id
}

async function planned(id: number) {
  const { plan, ...source } = await world.database.source.findUniqueOrThrow({
    where: { id },
    include: { plan: true },
  })
  return { ...source, presence: plan?.presence ?? null }
}

test('a source is polled just before its readers come, and says so', async () => {
  const id = await addReadSource()
  const { nextPollAt, nextPollReason } = await planned(id)
  const hourOfDay = (((nextPollAt?.getTime() ?? 0) - referenceAt) % dayMs) / hourMs
  expect(hourOfDay).toBeGreaterThan(6.5)
  expect(hourOfDay).toBeLessThanOrEqual(7)
  expect(toReason(nextPollReason)).toMatchObject({
    code: 'priceForReaders',
    values: { readersHour: expect.stringContaining('T07:00:00.000Z') },
  })
})

test('what a decision was computed from is stored with its plan, and gives it again', async () => {
  const id = await addReadSource()
  const { presence } = await planned(id)
  expect([presence?.length, presence?.[6], presence?.[7], presence?.[9]]).toEqual([168, 51, 255, 51])
  const pollAt = referenceAt + 3 * hourMs
  await world.pollAt(id, pollAt)
  const poll = await world.database.poll.findFirstOrThrow({
    where: { startedAt: { gte: new Date(pollAt) } },
    include: { plan: { include: { run: true } } },
  })
  const memory = (await readPriceMemories(world.database, [id])).get(id)
  const { plan } = poll
  if (plan === null || plan.run === null || memory === undefined) throw new Error('the poll had no plan')
  const { population } = plan.run.run as unknown as PlanningRun
  const finishedAt = poll.finishedAt.getTime()
  const facts = { ...toPollFacts(poll), priceMemory: memory }
  const decide = (heeded: typeof plan) =>
    decideNextPoll({ ...toSourcePlan(heeded), ...(population && { population }) }, facts, finishedAt)
      .nextPollAt
  expect(decide(plan)).toBe((await planned(id)).nextPollAt?.getTime())
  expect(decide({ ...plan, presence: null })).not.toBe(decide(plan))
})

test('who has no reading hours counts as always there, and hours turned off no longer count', async () => {
  const id = await addReadSource()
  const other = await addReader(world.database, 'other')
  await world.database.subscription.create({ data: { sourceId: id, subscriberId: other } })
  await replanSources(world.context(), [id])
  const shared = (await planned(id)).presence
  expect([shared?.[6], shared?.[7]]).toEqual([153, 255])
  await changeReadingHours(world.database, reader, { kind: 'off' }, referenceAt)
  await world.clock.set(referenceAt + dayMs)
  await planWhenDue(world.context())
  expect((await planned(id)).presence).toBeNull()
})

test('the other policies ignore reading hours', async () => {
  const id = await addReadSource()
  await changeServerSettings(world.database, { policy: 'minimum-delay' })
  await planWhenDue(world.context())
  expect((await planned(id)).presence).toBeNull()
})
