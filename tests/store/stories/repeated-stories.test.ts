import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { findOrCreateArchives } from '#lib/store/postings/archives.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { setStorySplit } from '#lib/store/stories/stories.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

async function made(making: Promise<string | { readonly id: number }>): Promise<number> {
  const result = await making
  if (typeof result === 'string') throw new Error(result)
  return result.id
}

/** Starred postings of a feed that the reader brought along. */
async function addArchived(reader: string, random: () => number): Promise<bigint[]> {
  const feed = { feedUrl: null, title: null, siteUrl: null }
  const archives = await database.$transaction((transaction) =>
    findOrCreateArchives(transaction, reader, [feed], referenceAt),
  )
  const postings = Array.from({ length: 8 }, () => ({ shownAt: referenceAt + Math.floor(random() * 1e6) }))
  const sourceId = archives.get('') ?? 0
  const ids = await addPostings(database, sourceId, postings)
  await database.postingState.createMany({
    data: ids.map((postingId) => ({ subscriberId: reader, postingId, sourceId, starredAt: new Date(0) })),
  })
  return ids
}

/** Six sources in folders that stand in each other, muted ones, an archive, labels on sources and postings, and stories everywhere. */
async function makeWorld(reader: string, random: () => number) {
  const outer = await made(createFolder(database, reader, { name: 'Outer' }))
  const inner = await made(createFolder(database, reader, { name: 'Inner', parentId: outer }))
  const label = await made(createLabel(database, reader, 'Label'))
  const places = [
    { folderId: outer },
    { folderId: inner },
    { folderId: inner, isMuted: true },
    { folderId: inner, isApart: true },
    {},
    {},
  ]
  const ids: bigint[] = []
  for (const [n, place] of places.entries()) {
    const { sourceId, subscriptionId } = await addSubscription(database, reader, `${reader}-${n}`)
    await database.subscription.update({ where: { id: subscriptionId }, data: place })
    const given = { isOn: true, subscriptionIds: n % 2 === 0 ? [subscriptionId] : [], postingIds: [] }
    await assignLabel(database, reader, label, given, referenceAt)
    const postings = Array.from({ length: 8 }, () => ({ shownAt: referenceAt + Math.floor(random() * 1e6) }))
    ids.push(...(await addPostings(database, sourceId, postings)))
  }
  ids.push(...(await addArchived(reader, random)))
  const some = (share: number) => ids.filter(() => random() < share)
  for (const clusterId of some(0.15))
    await database.posting.updateMany({ where: { id: { in: some(0.15) } }, data: { clusterId } })
  await markRead(database, reader, { throughId: String(ids[25]) }, referenceAt)
  await changePostings(database, reader, some(0.4), { isRead: false }, referenceAt)
  await changePostings(database, reader, some(0.2), { isRead: true }, referenceAt)
  const single = { isOn: true, subscriptionIds: [], postingIds: some(0.2).map(String) }
  await assignLabel(database, reader, label, single, referenceAt)
  return { ids, folders: [outer, inner], label }
}

async function rowsOf(reader: string, scope: Record<string, unknown>): Promise<number> {
  const filter = postingFilter.parse({ show: 'unread', ...scope })
  const { postings, nextCursor } = await listPostings(database, reader, filter, {
    after: null,
    limit: 100,
    now: referenceAt,
  })
  expect(nextCursor).toBeNull()
  return postings.length
}

async function expectCountsAreRows(
  reader: string,
  { folders, label }: { readonly folders: readonly number[]; readonly label: number },
): Promise<number> {
  const counts = await readCounts(database, reader)
  expect(counts.all).toBe(await rowsOf(reader, {}))
  for (const folderId of folders) expect(counts.byFolder[folderId]).toBe(await rowsOf(reader, { folderId }))
  expect(counts.byLabel[label]).toBe(await rowsOf(reader, { labelId: label }))
  const subscribed = await database.subscription.findMany({ where: { subscriberId: reader } })
  expect(subscribed.length).toBeGreaterThan(1)
  for (const { sourceId } of subscribed)
    expect(counts.bySource[sourceId] ?? 0).toBe(await rowsOf(reader, { sourceId }))
  return counts.all
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('unread counts are the rows of their lists (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const reader = await addReader(database, `stories${seed}`)
  const world = await makeWorld(reader, random)
  const once = await expectCountsAreRows(reader, world)
  for (const id of world.ids.filter(() => random() < 0.1))
    await setStorySplit(database, reader, id, true, referenceAt)
  await expectCountsAreRows(reader, world)
  await changeReadingSettings(database, reader, { showsStoryOnce: false })
  expect(await expectCountsAreRows(reader, world)).toBeGreaterThan(once)
})
