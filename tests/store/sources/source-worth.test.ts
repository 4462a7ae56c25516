import { afterEach, beforeEach, expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { readSourceWorth } from '#lib/store/sources/source-worth.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

/** A source with a posting each two hours, polled each three, planned, and polled by that plan. */
async function addPolled(): Promise<number> {
  const postings = Array.from({ length: 40 }, (_, index) => postingAfter(`p${index}`, index * 2 * hourMs))
  let now = referenceAt
  world.server.route('/feed', rss({ postings, now: () => now }))
  const id = await world.addSource('/feed')
  for (let poll = 1; poll <= 10; poll++) {
    now = referenceAt + poll * 3 * hourMs
    await world.pollAt(id, now)
  }
  await world.database.serverSettings.upsert({
    where: { id: 1 },
    create: { budgetPerDay: 5 },
    update: { budgetPerDay: 5 },
  })
  await planWhenDue(world.context())
  now = await world.nextPollAt(id)
  await world.pollAt(id, now)
  return id
}

test('the next poll, its worth and the price are those that are stored with the source', async () => {
  const id = await addPolled()
  const source = await world.database.source.findUniqueOrThrow({ where: { id } })
  const worth = await readSourceWorth(world.database, id, world.clock.now() + 60_000)
  expect(worth?.polls[0]).toBe(source.nextPollAt?.toISOString())
  expect(worth?.lastPolledAt).toBe(source.lastPolledAt?.toISOString())
  expect(source.nextPollReason).toMatchObject({
    code: 'price',
    values: { waiting: worth?.next, price: worth?.price },
  })
  expect(worth?.now).toBeLessThan(worth?.next ?? 0)
  expect(worth?.points[0]).toEqual([source.lastPolledAt?.getTime(), 0])
})

const admin = { id: 'nobody', role: 'admin' as const }

test('the polls that the page shows are those of the live decision, the next poll the first of them', async () => {
  const id = await addPolled()
  const now = world.clock.now() + 60_000
  const coming = async () => (await findSourceDetail(world.database, admin, id, now))?.plan?.plannedAt
  const source = await world.database.source.findUniqueOrThrow({ where: { id } })
  const worth = await readSourceWorth(world.database, id, now)
  expect((await coming())?.[0]).toBe(source.nextPollAt?.toISOString())
  expect(await coming()).toEqual(worth?.polls)
  expect(worth?.polls.length).toBeGreaterThan(1)
  // Where no price decides: after the next poll by the plan.
  await world.database.poll.updateMany({ where: { sourceId: id }, data: { factOutcome: 'failed' } })
  const next = new Date(now + 5 * hourMs)
  await world.database.source.update({ where: { id }, data: { nextPollAt: next } })
  const [first, ...others] = (await coming()) ?? []
  expect(first).toBe(next.toISOString())
  expect(others.every((at) => Date.parse(at) > next.getTime())).toBe(true)
  await world.database.source.update({ where: { id }, data: { isPaused: true } })
  expect(await coming()).toEqual([])
})

/** Readers of a source who come at seven each day. */
async function addReadersWithHours(sourceId: number, count: number): Promise<void> {
  const given = [0, 1, 2, 3, 4, 5, 6].map((day) => 24 * day + 7)
  for (let number = 1; number <= count; number++) {
    const subscriberId = await addReader(world.database, `hours-${number}`)
    await world.database.subscription.create({ data: { sourceId, subscriberId } })
    await world.database.readingHours.create({ data: { subscriberId, kind: 'given', given } })
  }
}

test.each([
  [4, 'nothing', false],
  [5, 'all', true],
])('of the hours of %d readers the worth of the day tells %s', async (count, _what, heeds) => {
  const id = await addPolled()
  const now = world.clock.now() + 60_000
  const { planId } = await world.database.source.findUniqueOrThrow({ where: { id } })
  const read = async (presence: Uint8Array<ArrayBuffer> | null) => {
    await world.database.plan.update({ where: { id: planId ?? 0n }, data: { presence } })
    const { polls = [], points = [], heedsHours } = (await readSourceWorth(world.database, id, now)) ?? {}
    return { told: JSON.stringify([polls, points]), heedsHours }
  }
  await addReadersWithHours(id, count)
  const always = await read(null)
  const hours = await read(Uint8Array.from({ length: 168 }, (_, hour) => (hour % 24 === 7 ? 255 : 25)))
  expect(hours.heedsHours).toBe(heeds)
  expect(hours.told === always.told).toBe(!heeds)
})

test('without a plan, while it is paused, or after a failure no price decides', async () => {
  const id = await addPolled()
  const read = () => readSourceWorth(world.database, id, world.clock.now())
  await world.database.source.update({ where: { id }, data: { isPaused: true } })
  expect(await read()).toBeNull()
  await world.database.source.update({ where: { id }, data: { isPaused: false } })
  expect(await read()).not.toBeNull()
  await world.database.poll.updateMany({ where: { sourceId: id }, data: { factOutcome: 'failed' } })
  expect(await read()).toBeNull()
  expect(await readSourceWorth(world.database, await world.addSource('/new'), referenceAt)).toBeNull()
})

test('each of the last polls has what it was worth as it is stored, and how long after the one before it came', async () => {
  const id = await addPolled()
  const rows = await world.database.poll.findMany({
    where: { sourceId: id },
    orderBy: { finishedAt: 'desc' },
  })
  const polls = await listPolls(world.database, id, 4)
  for (const [index, poll] of polls.entries()) {
    const row = rows[index]
    const before = rows[index + 1]
    expect(poll.id).toBe(row?.id.toString())
    expect(poll.sinceBeforeMs).toBe((row?.finishedAt.getTime() ?? 0) - (before?.finishedAt.getTime() ?? 0))
  }
  expect(rows[0]?.plannedReason).toMatchObject({
    values: { waiting: polls[0]?.worth?.waiting, price: polls[0]?.worth?.price },
  })
  const found = await world.database.posting.findMany({ where: { pollId: rows[0]?.id ?? 0n } })
  const delays = found.map(({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0))
  expect(delays.length).toBeGreaterThan(0)
  expect(polls[0]?.delayMs).toBe(delays.toSorted((a, b) => a - b)[Math.ceil(delays.length / 2) - 1])
  expect((await listPolls(world.database, id, 200)).at(-1)?.sinceBeforeMs).toBeNull()
})
