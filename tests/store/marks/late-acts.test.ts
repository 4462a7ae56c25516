import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let own: TestDatabase
let database: Database
let reader: string
let sourceId: number

beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.url)
  reader = await addReader(database, 'late')
  ;({ sourceId } = await addSubscription(database, reader, 'late'))
})
afterAll(async () => {
  await database.$disconnect()
  await own.drop()
})

const minuteMs = 60_000
/** Acts happen at this minute and reach the server at minute 60. */
const act = (id: bigint, change: object, minute: number) =>
  changePostings(database, reader, [id], change, referenceAt + 60 * minuteMs, (60 - minute) * minuteMs)
const now = (id: bigint, change: object, minute: number) =>
  changePostings(database, reader, [id], change, referenceAt + minute * minuteMs)

async function newPosting(): Promise<bigint> {
  const [id] = await addPostings(database, sourceId, [{}])
  if (id === undefined) throw new Error('nothing was stored')
  return id
}
async function stateOf(postingId: bigint) {
  const row = await database.postingState.findFirstOrThrow({ where: { subscriberId: reader, postingId } })
  const minute = row.starredAt === null ? null : (row.starredAt.getTime() - referenceAt) / minuteMs
  return [row.isRead, minute]
}

test('an act that comes late has the time at which it happened', async () => {
  const id = await newPosting()
  await act(id, { isStarred: true, isRead: true, seen: true }, 10)
  expect(await stateOf(id)).toEqual([true, 10])
})

test('of two read marks the later act stands, in whatever order they come', async () => {
  const id = await newPosting()
  await now(id, { isRead: false }, 30)
  await act(id, { isRead: true }, 20)
  expect(await stateOf(id)).toEqual([false, null])
  await act(id, { isRead: true }, 40)
  expect(await stateOf(id)).toEqual([true, null])
})

test('a later star elsewhere neither hides a late read mark nor is taken off by an earlier act', async () => {
  const id = await newPosting()
  await now(id, { isStarred: true }, 30)
  await act(id, { isRead: true }, 20)
  await act(id, { isStarred: false }, 25)
  expect(await stateOf(id)).toEqual([true, 30])
  await act(id, { isStarred: false }, 35)
  expect(await stateOf(id)).toEqual([true, null])
})

test('a star between a read mark and a late one says nothing of reading', async () => {
  const id = await newPosting()
  await now(id, { isRead: false }, 10)
  await now(id, { isStarred: true }, 30)
  await act(id, { isRead: true }, 20)
  expect(await stateOf(id)).toEqual([true, 30])
  await now(id, { isRead: false }, 40)
  await act(id, { isStarred: false }, 50)
  await act(id, { isRead: true }, 45)
  await act(id, { isRead: false }, 35)
  expect(await stateOf(id)).toEqual([true, null])
})

test('a late mark-read covers neither newer postings nor what was marked unread since', async () => {
  const shown = await newPosting()
  const keptUnread = await newPosting()
  const throughId = String(keptUnread)
  const newer = await newPosting()
  await now(keptUnread, { isRead: false }, 30)
  await markRead(database, reader, { throughId }, referenceAt + 60 * minuteMs, 40 * minuteMs)
  const subscription = await database.subscription.findFirstOrThrow({ where: { subscriberId: reader } })
  expect(subscription.readThrough).toBe(keptUnread)
  expect(subscription.readThrough < newer && subscription.readThrough > shown).toBe(true)
  expect(await stateOf(keptUnread)).toEqual([false, null])
})

test('a late mark-read of a label, too, leaves what was marked unread since, and reads what was not', async () => {
  const kept = await newPosting()
  const read = await newPosting()
  const starred = await newPosting()
  const made = await createLabel(database, reader, 'Late')
  if (typeof made === 'string') throw new Error(made)
  const postingIds = [kept, read, starred].map(String)
  await assignLabel(
    database,
    reader,
    made.id,
    { isOn: true, subscriptionIds: [], postingIds },
    referenceAt + 5 * minuteMs,
  )
  for (const id of [kept, read, starred]) await now(id, { isRead: false }, 10)
  await now(kept, { isRead: false }, 30)
  await now(starred, { isStarred: true }, 30)
  const request = { labelId: made.id, throughId: String(starred) }
  await markRead(database, reader, request, referenceAt + 60 * minuteMs, 40 * minuteMs)
  expect(await stateOf(kept)).toEqual([false, null])
  expect(await stateOf(read)).toEqual([true, null])
  expect(await stateOf(starred)).toEqual([true, 30])
})

test('a late mark-read of what is starred leaves what was marked unread since, above the mark and below', async () => {
  const below = await newPosting()
  const reading = { throughId: String(below) }
  await markRead(database, reader, reading, referenceAt)
  const above = await newPosting()
  const read = await newPosting()
  for (const id of [below, above, read]) await now(id, { isStarred: true }, 5)
  for (const id of [below, above]) await now(id, { isRead: false }, 30)
  const request = { starred: true, throughId: String(read) }
  await markRead(database, reader, request, referenceAt + 60 * minuteMs, 40 * minuteMs)
  expect(await stateOf(below)).toEqual([false, 5])
  expect(await stateOf(above)).toEqual([false, 5])
  const subscription = await database.subscription.findFirstOrThrow({ where: { subscriberId: reader } })
  expect(subscription.readThrough).toBe(read)
})
