import { beforeEach, expect, test } from 'vitest'
import { createRollUp } from '#lib/aggregator/roll-up.ts'
import { roundTasks } from '#lib/aggregator/run-once.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { overdueColumns, overdueWith } from '#tests/bench/soak-overdue.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addPostings } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const world = polledWorldOfEachTest()
const drain = new AbortController().signal

/** A source that was polled once a day, of whose 150 polls 20 always stay and 90 are younger than the first rule says. */
beforeEach(async () => {
  const { database } = world
  const sourceId = await world.addSource('/feed')
  await database.source.update({
    where: { id: sourceId },
    data: { nextPollAt: null, firstPolledAt: new Date(referenceAt) },
  })
  const outcome = { outcome: 'fetched', factOutcome: 'changed', consecutiveFailures: 0 }
  const days = Array.from({ length: 150 }, (_, day) => new Date(referenceAt + day * dayMs))
  await database.poll.createMany({
    data: days.map((at) => ({ sourceId, startedAt: at, finishedAt: at, ...outcome })),
  })
  const found = days.filter((_, day) => day < 100).map((at) => ({ foundAt: at.getTime() }))
  await addPostings(database, sourceId, found)
  await database.$executeRaw`
    UPDATE "posting" p SET "pollId" = k."id" FROM "poll" k WHERE k."finishedAt" = p."foundAt"`
  await changeServerSettings(database, { pollHistoryDays: 90 })
  await world.clock.set(referenceAt + 149 * dayMs)
})

const polls = () => world.database.poll.count()

/** The figures by which the soak judges the clearing. */
const overdue = async () => {
  const [row] = await world.database.$queryRawUnsafe<Record<string, number>[]>(
    `${overdueWith} SELECT ${overdueColumns}`,
  )
  return [row?.['polls overdue'], row?.['plans overdue']]
}

test('after a change of the rule old polls are rolled up the same day', async () => {
  const rollUp = createRollUp(world.context())
  // Those of the days before the 58th: of the 59th it becomes due today.
  expect(await overdue()).toEqual([58, 0])
  expect(await rollUp(drain)).toBe(true)
  expect(await polls()).toBe(91)
  expect(await overdue()).toEqual([0, 0])
  await changeServerSettings(world.database, { pollHistoryDays: 30 })
  expect(await rollUp(drain)).toBe(true)
  expect(await polls()).toBe(31)
})

test('what another process has begun is looked at again', async () => {
  const rollUp = createRollUp(world.context())
  await world.database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.rollingUp})::text`
    expect(await rollUp(drain)).toBe(false)
  })
  expect(await polls()).toBe(150)
  expect(await rollUp(drain)).toBe(true)
  expect(await polls()).toBe(91)
})

test('postings that a shorter history of polls lets go are removed with the next retention', async () => {
  const clock = { ...world.clock, sleep: () => Promise.resolve() }
  const { retention } = roundTasks({ ...world.context(), clock })
  await retention.run(drain)
  const rules = { pollHistoryDays: 30, keepReadDays: 90, keepUnreadDays: 90 }
  await changeServerSettings(world.database, rules)
  await retention.run(drain)
  // Found before day 59: all 59.
  expect(await world.database.posting.count()).toBe(41)
})

test('a removal that fails keeps neither the others nor retention waiting', async () => {
  const { database } = world
  await database.host.create({ data: { name: 'idle.example' } })
  await database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'bad data'; END $$`
  await database.$executeRaw`
    CREATE TRIGGER "refused" BEFORE DELETE ON "plan" FOR EACH STATEMENT EXECUTE FUNCTION refuse()`
  const rollUp = createRollUp(world.context())
  try {
    expect(await rollUp(drain)).toBe(true)
    expect(await database.host.count({ where: { name: 'idle.example' } })).toBe(0)
  } finally {
    await database.$executeRaw`DROP FUNCTION refuse CASCADE`
  }
})
