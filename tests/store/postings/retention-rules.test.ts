import { beforeEach, expect, test } from 'vitest'
import type { RetentionRules } from '#lib/api/server/retention.ts'
import { previewRetention } from '#lib/store/retention/preview-retention.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const dayMs = 86_400_000
const now = referenceAt + 1_000 * dayMs
const { database } = await fileDatabase()
let count = 0
let reader: string
let sourceId: number
let ids: bigint[]

/** Ten postings of a source with one reader, a hundred days apart: found 1,000, 900 … 100 days ago; all read. */
beforeEach(async () => {
  await database.source.deleteMany()
  count += 1
  reader = await addReader(database, `reader${count}`)
  ;({ sourceId } = await addSubscription(database, reader, `feed${count}`))
  ids = await add(sourceId, 10)
  await database.subscription.updateMany({ data: { readThrough: 1_000_000 } })
})

function add(of: number, many: number): Promise<bigint[]> {
  return addPostings(
    database,
    of,
    Array.from({ length: many }, (_, index) => ({
      foundAt: referenceAt + index * 100 * dayMs,
      title: `p${index}`,
    })),
  )
}

/** Numbers of the postings of a source that are left. */
async function left(of = sourceId): Promise<number[]> {
  const rows = await database.posting.findMany({ where: { sourceId: of }, orderBy: { id: 'asc' } })
  return rows.map(({ title }) => Number(title.slice(1)))
}

/** Removes by the rules; the preview has to say the same before. */
async function remove(rules: Partial<RetentionRules>, options: { postingsAtOnce?: number } = {}) {
  const all = { ...keepAll, ...rules }
  const preview = await previewRetention(database, all, now)
  const { postings, searchDocuments, isDone } = await removeByRules(database, all, now, options)
  expect([preview.postings.count, preview.searchDocuments.count]).toEqual([postings, searchDocuments])
  expect(preview.sources.reduce((sum, { count: gone }) => sum + gone, 0)).toBe(postings)
  for (const { id, kept } of preview.sources) expect((await left(id)).length).toBe(kept)
  expect(isDone).toBe(true)
  return postings
}

const mark = (index: number, state: object) =>
  database.postingState.create({
    data: { subscriberId: reader, sourceId, postingId: ids[index] ?? 0n, ...state },
  })

test('by default nothing is removed', async () => {
  expect(await remove({})).toBe(0)
  expect(await left()).toHaveLength(10)
})

test('what all have read is kept so long, and what somebody has not read longer', async () => {
  const other = await addReader(database, `other${count}`)
  await addSubscription(database, other, `feed${count}`)
  await database.subscription.updateMany({
    where: { subscriberId: other },
    data: { readThrough: ids[3] ?? 0n },
  })
  await mark(1, { isRead: false })
  // The posting on which a read mark stands stays, too.
  expect(await remove({ keepReadDays: 300 })).toBe(2)
  expect(await left()).toEqual([1, 3, 4, 5, 6, 7, 8, 9])
  expect(await remove({ keepReadDays: 300, keepUnreadDays: 550 })).toBe(2)
  expect(await left()).toEqual([3, 5, 6, 7, 8, 9])
})

test('one read singly counts as read', async () => {
  await database.subscription.updateMany({ data: { readThrough: 0 } })
  await mark(2, { isRead: true })
  expect(await remove({ keepReadDays: 30 })).toBe(1)
  expect(await left()).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9])
})

test('postings of a source that nobody subscribes to go by a rule of their own, an hour after the last left', async () => {
  const quiet = await database.source.create({
    data: { url: `https://quiet${count}.example/`, host: { connect: { name: `feed${count}.example` } } },
  })
  await add(quiet.id, 10)
  await database.endedSubscription.create({
    data: {
      id: 900_000 + count,
      endedAt: new Date(now - 1_000),
      kept: {},
      sourceId: quiet.id,
      subscriberId: reader,
    },
  })
  expect(await remove({ keepUnsubscribedDays: 500 })).toBe(0)
  await database.endedSubscription.updateMany({ data: { endedAt: new Date(now - 3_700_000) } })
  expect(await remove({ keepReadDays: 100, keepUnsubscribedDays: 500 })).toBe(9 + 5)
  expect(await left(quiet.id)).toEqual([5, 6, 7, 8, 9])
  expect(await left()).toEqual([9])
})

test('of each source so many are kept, the latest', async () => {
  expect(await remove({ mostPostings: 4 })).toBe(6)
  expect(await left()).toEqual([6, 7, 8, 9])
})

test('of each source the latest are the same in each batch, whatever goes by age', async () => {
  await database.subscription.updateMany({ data: { readThrough: 0 } })
  for (const index of [5, 6, 7, 8, 9]) await mark(index, { isRead: true })
  // The oldest come last on the disk: what is looked at as it lies there begins with the newest.
  await database.posting.updateMany({ where: { id: { lte: ids[4] ?? 0n } }, data: { excerpt: 'Moved' } })
  expect(await remove({ keepReadDays: 90, mostPostings: 6 }, { postingsAtOnce: 3 })).toBe(9)
  expect(await left()).toEqual([4])
  expect(await remove({ keepReadDays: 90, mostPostings: 6 })).toBe(0)
})

test('what a reader keeps stays, whatever the rules', async () => {
  const label = await database.label.create({ data: { name: 'kept', subscriberId: reader } })
  await mark(0, { starredAt: new Date() })
  await mark(1, { laterAt: new Date() })
  await mark(2, { notedAt: new Date() })
  await database.postingLabel.create({
    data: { labelId: label.id, postingId: ids[3] ?? 0n, subscriberId: reader },
  })
  await database.storySplit.create({ data: { subscriberId: reader, postingId: ids[4] ?? 0n } })
  const heard = { subscriberId: reader, mediaKey: 'a' }
  await database.mediaPosition.create({
    data: { ...heard, postingId: ids[5] ?? 0n, positionMs: 500, durationMs: 1_000 },
  })
  await database.mediaPosition.create({
    data: { ...heard, postingId: ids[6] ?? 0n, positionMs: 995, durationMs: 1_000 },
  })
  expect(await remove({ keepReadDays: 30, keepUnreadDays: 30, mostPostings: 1 })).toBe(4)
  expect(await left()).toEqual([0, 1, 2, 3, 4, 5])
})

test('what the document held when it was last read stays', async () => {
  const window = { sourceId, throughId: ids[8] ?? 0n, heldIds: [ids[2] ?? 0n, ids[8] ?? 0n] }
  await database.sourceWindow.create({ data: window })
  expect(await remove({ keepReadDays: 30 })).toBe(7)
  expect(await left()).toEqual([2, 8, 9])
  // Where that was not noted, all that is not older than the oldest in it.
  await database.sourceWindow.deleteMany()
  await database.source.updateMany({ data: { windowOldestAt: new Date(referenceAt + 850 * dayMs) } })
  expect(await remove({ keepReadDays: 30 })).toBe(2)
  expect(await left()).toEqual([9])
})

test('saved pages and what was brought from elsewhere are their owners’', async () => {
  await database.source.updateMany({ data: { archiveOwnerId: reader } })
  expect(
    await remove({ keepUnsubscribedDays: 30, keepReadDays: 30, mostPostings: 1, searchableDays: 30 }),
  ).toBe(0)
})

test('what was found in the last 90 days stays, of which pages show the delays', async () => {
  const earlier = { ...keepAll, mostPostings: 1, keepReadDays: 30, keepUnreadDays: 30 }
  expect((await removeByRules(database, earlier, now - 820 * dayMs)).postings).toBe(1)
  expect(await left()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('what was found within the history of polls stays, and what delays are still to be made of', async () => {
  expect(await remove({ keepReadDays: 30, pollHistoryDays: 650 })).toBe(4)
  expect(await left()).toEqual([4, 5, 6, 7, 8, 9])
  const at = { startedAt: new Date(referenceAt), finishedAt: new Date(referenceAt) }
  const poll = await database.poll.create({
    data: { ...at, sourceId, outcome: 'fetched', factOutcome: 'changed', consecutiveFailures: 0 },
  })
  const of5 = { where: { id: ids[5] ?? 0n }, data: { pollId: poll.id } }
  await database.posting.update({ ...of5, data: { pollId: poll.id, isInitial: false } })
  expect(await remove({ keepReadDays: 30 })).toBe(5)
  expect(await left()).toEqual([5])
})

test('a posting older than the rule says is no longer found by searches, unless somebody keeps it', async () => {
  await mark(1, { starredAt: new Date() })
  for (const postingId of ids)
    await database.$executeRaw`
      INSERT INTO "posting_search" VALUES (${postingId}, ${new Date()}, ${sourceId}, 'word')`
  expect(await remove({ keepReadDays: 750, searchableDays: 450 })).toBe(2)
  const rows = await database.postingSearch.findMany({
    orderBy: { postingId: 'asc' },
    select: { postingId: true },
  })
  expect(rows.map(({ postingId }) => ids.indexOf(postingId))).toEqual([1, 6, 7, 8, 9])
  expect(await left()).toEqual([1, 3, 4, 5, 6, 7, 8, 9])
})
