import { afterEach, beforeEach, expect, test } from 'vitest'
import { planWhenDue } from '#lib/aggregator/learn.ts'
import { readSourceWorth } from '#lib/store/source-worth.ts'
import { listPolls } from '#lib/store/source-polls.ts'
import { rss } from '../support/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '../support/polled-world.ts'
import { referenceAt } from '../support/test-clock.ts'

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
    const [row, before] = [rows[index], rows[index + 1]]
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
