import { beforeEach, expect, test } from 'vitest'
import { createRetention } from '#lib/aggregator/retain.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addPostings } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const now = referenceAt + 400 * dayMs
const reader = 'reader-reader'
const rules = { ...keepAll, keepUnreadDays: 90 }
const world = polledWorldOfEachTest()
let sources: number[] = []

/** Two sources with twenty postings each, twenty days apart: of each, sixteen are older than the rule. */
beforeEach(async () => {
  sources = [await world.addSource('/one', 0), await world.addSource('/two', 1)]
  await world.database.source.updateMany({ data: { nextPollAt: null } })
  for (const id of sources)
    await addPostings(
      world.database,
      id,
      Array.from({ length: 20 }, (_, n) => ({
        foundAt: referenceAt + n * 20 * dayMs,
        shownAt: referenceAt + n * 20 * dayMs,
      })),
    )
  await world.clock.set(now)
})

const counts = async () => [
  await world.database.posting.count(),
  await world.database.forgottenPosting.count(),
]

test('killed between two batches it has removed what it has removed, and the next run does the rest', async () => {
  let batches = 0
  const mayGoOn = () => {
    batches += 1
    return batches > 3 ? Promise.reject(new Error('killed')) : Promise.resolve(true)
  }
  const run = removeByRules(world.database, rules, now, { postingsAtOnce: 4, mayGoOn })
  await expect(run).rejects.toThrow('killed')
  expect(await counts()).toEqual([28, 12])
  expect(await removeByRules(world.database, rules, now, { postingsAtOnce: 4 })).toMatchObject({
    postings: 20,
    isDone: true,
  })
  expect(await counts()).toEqual([8, 32])
  expect(await removeByRules(world.database, rules, now)).toMatchObject({ postings: 0, isDone: true })
})

test('a batch that breaks off leaves postings and keys as they were', async () => {
  const { database } = world
  // At the end of the transaction, when the postings are deleted already.
  await database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`
  await database.$executeRaw`CREATE CONSTRAINT TRIGGER refused AFTER DELETE ON "posting" INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse()`
  try {
    await expect(removeByRules(database, rules, now)).rejects.toThrow('refused')
    expect(await counts()).toEqual([40, 0])
  } finally {
    await database.$executeRaw`DROP TRIGGER refused ON "posting"`
    await database.$executeRaw`DROP FUNCTION refuse`
  }
})

test('two processes at once remove each posting once', async () => {
  const runs = [1, 2].map(() => removeByRules(world.database, rules, now, { postingsAtOnce: 3 }))
  const removed = (await Promise.all(runs)).reduce((sum, { postings }) => sum + postings, 0)
  expect(removed).toBe(32)
  expect(await counts()).toEqual([8, 32])
})

test('a source that is being polled is passed over', async () => {
  const [first = 0] = sources
  await world.database.source.update({
    where: { id: first },
    data: { leaseOwner: 'somebody', leaseUntil: new Date(now - 1_000) },
  })
  expect(await removeByRules(world.database, rules, now)).toMatchObject({ postings: 16, isDone: true })
  expect(await world.database.posting.count({ where: { sourceId: first } })).toBe(20)
})

test('nothing is removed beside a poll that waits, unless all polling is paused; it goes on afterwards', async () => {
  const { database } = world
  await changeServerSettings(database, { keepUnreadDays: 90, keepReadDays: 90 })
  const context = { ...world.context(), clock: { ...world.clock, sleep: () => Promise.resolve() } }
  const retention = createRetention(context)
  const run = () => retention(new AbortController().signal)
  await database.source.updateMany({ data: { nextPollAt: new Date(now - 60_000) } })
  await run()
  expect(await counts()).toEqual([40, 0])
  await changeServerSettings(database, { isPaused: true })
  await run()
  expect(await counts()).toEqual([8, 32])
  await changeServerSettings(database, { isPaused: false, keepReadDays: null, keepUnreadDays: null })
  await run() // a change of the rules is looked at, and removes nothing more
  expect(await counts()).toEqual([8, 32])
})

test('a star that comes meanwhile keeps its posting; one that comes too late finds none', async () => {
  const { database } = world
  const [first, second] = await database.posting.findMany({ orderBy: { id: 'asc' }, take: 2 })
  if (first === undefined || second === undefined) throw new Error('no postings')
  const star = { isStarred: true } as const
  await database.$transaction(async (transaction) => {
    expect(await changePostings(transaction, reader, [first.id], star, now)).toBe(1)
    await removeByRules(database, rules, now) // passes it over, as the star is not stored yet
  })
  expect(await database.posting.count({ where: { id: first.id } })).toBe(1)
  expect(await removeByRules(database, rules, now)).toMatchObject({ postings: 0 })
  expect(await changePostings(database, reader, [second.id], star, now)).toBe(0)
  expect((await readCounts(database, reader)).starred).toBe(1)
})

test('unread counts are those of the lists, and a story of which one posting is left is none', async () => {
  const { database } = world
  const [one = 0, two = 0] = sources
  const first = await database.posting.findMany({ where: { sourceId: one }, orderBy: { id: 'asc' } })
  const other = await database.posting.findMany({ where: { sourceId: two }, orderBy: { id: 'asc' } })
  // Stories of an old and a young posting, of two old and two young ones.
  const stories = [
    [first[2], other[18]],
    [first[3], other[4]],
    [first[17], other[19]],
  ]
  for (const story of stories)
    await database.posting.updateMany({
      where: { id: { in: story.map((posting) => posting?.id ?? 0n) } },
      data: { clusterId: story[0]?.id ?? 0n },
    })
  await database.postingState.create({
    data: { subscriberId: reader, sourceId: one, postingId: first[1]?.id ?? 0n, isRead: true },
  })
  const unread = async () => {
    const filter = { show: 'unread', order: 'newest', starred: false, later: false } as const
    const { postings } = await listPostings(database, reader, filter, { after: null, limit: 100, now })
    return [(await readCounts(database, reader)).all, postings.length]
  }
  expect(await unread()).toEqual([36, 36])
  await removeByRules(database, rules, now)
  expect(await unread()).toEqual([7, 7])
  const told = await database.posting.findMany({ where: { clusterId: { not: null } } })
  expect(told.map(({ id }) => id).sort()).toEqual([first[17]?.id, other[19]?.id].sort())
})
