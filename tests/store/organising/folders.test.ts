import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { arrangeFolders, arrangeSubscriptions } from '#lib/store/organising/arrange.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { changeFolder, createFolder, deleteFolder, listFolders } from '#lib/store/organising/folders.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { subscribeToMany } from '#tests/support/world/subscribe-to-many.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

async function folder(reader: string, name: string, parentId: number | null = null): Promise<number> {
  const made = await createFolder(database, reader, { name, parentId })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

/** Subscribes within a folder; returns the subscription and its source with `unread` postings. */
async function filed(reader: string, name: string, folderId: number | null, unread = 0) {
  const { subscriptionId, sourceId } = await addSubscription(database, reader, name)
  await changeSubscriptions(database, reader, [subscriptionId], { folderId })
  await addPostings(
    database,
    sourceId,
    Array.from({ length: unread }, () => ({})),
  )
  return { subscriptionId, sourceId }
}

/** "News > Local" of each folder, in order of their names. */
async function tree(reader: string): Promise<string[]> {
  const folders = await listFolders(database, reader)
  const nameOf = (id: number | null): string => {
    const found = folders.find((each) => each.id === id)
    if (found === undefined) return ''
    return found.parentId === null ? found.name : `${nameOf(found.parentId)} > ${found.name}`
  }
  return folders.map((each) => nameOf(each.id)).sort()
}

test('a folder counts and shows what is in the folders inside, and marks it read', async () => {
  const reader = await addReader(database, 'nested')
  const outer = await folder(reader, 'Outer')
  const inner = await folder(reader, 'Inner', outer)
  const innermost = await folder(reader, 'Innermost', inner)
  await filed(reader, 'nested-a', outer, 1)
  await filed(reader, 'nested-b', innermost, 2)
  await filed(reader, 'nested-c', null, 4)
  expect((await readCounts(database, reader)).byFolder).toEqual({ [outer]: 3, [inner]: 2, [innermost]: 2 })
  const filter = postingFilter.parse({ folderId: outer })
  const page = await listPostings(database, reader, filter, { after: null, limit: 50, now: 0 })
  expect(page.postings).toHaveLength(3)
  const request = { folderId: outer, throughId: page.asOfId }
  expect(await markRead(database, reader, request, referenceAt)).toMatchObject({ marked: 3 })
  expect(await readCounts(database, reader)).toMatchObject({ all: 4, byFolder: { [outer]: 0 } })
})

test('a name is used once among the folders of a parent, at the top too, and again elsewhere', async () => {
  const reader = await addReader(database, 'names')
  const news = await folder(reader, 'News')
  expect(await createFolder(database, reader, { name: 'News' })).toBe('taken')
  const inner = await folder(reader, 'News', news)
  expect(await createFolder(database, reader, { name: 'News', parentId: news })).toBe('taken')
  expect(await changeFolder(database, reader, inner, { parentId: null })).toBe('taken')
  expect(await arrangeFolders(database, reader, { parentId: null, ids: [inner] })).toBe('taken')
  expect(await tree(reader)).toEqual(['News', 'News > News'])
})

test('folders never stand in themselves, nor more than five deep', async () => {
  const reader = await addReader(database, 'deep')
  const ids: number[] = []
  for (const name of ['1', '2', '3', '4', '5']) ids.push(await folder(reader, name, ids.at(-1) ?? null))
  const [first = 0, second = 0, , , fifth = 0] = ids
  expect(await createFolder(database, reader, { name: '6', parentId: fifth })).toBe('too-deep')
  expect(await changeFolder(database, reader, first, { parentId: fifth })).toBe('circle')
  expect(await changeFolder(database, reader, first, { parentId: first })).toBe('circle')
  const other = await folder(reader, 'other')
  expect(await changeFolder(database, reader, first, { parentId: other })).toBe('too-deep')
  expect(await arrangeFolders(database, reader, { parentId: fifth, ids: [first] })).toBe('circle')
  expect(await mergeFolders(database, reader, first, second)).toBe('circle')
  expect(await changeFolder(database, reader, second, { parentId: other })).toMatchObject({ parentId: other })
})

test('two moves at the same time make no circle', async () => {
  const reader = await addReader(database, 'circle')
  for (let round = 0; round < 10; round += 1) {
    const a = await folder(reader, `a${round}`)
    const b = await folder(reader, `b${round}`)
    const moved = await Promise.all([
      changeFolder(database, reader, a, { parentId: b }),
      changeFolder(database, reader, b, { parentId: a }),
    ])
    expect(moved.filter((each) => each === 'circle')).toHaveLength(1)
  }
})

test('deleting a folder moves what is in it up, folders of one name into one', async () => {
  const reader = await addReader(database, 'delete')
  const outer = await folder(reader, 'Outer')
  const gone = await folder(reader, 'Gone', outer)
  const kept = await folder(reader, 'Local', outer)
  const same = await folder(reader, 'Local', gone)
  await folder(reader, 'Gone', gone)
  await folder(reader, 'Deeper', same)
  const a = await filed(reader, 'delete-a', gone)
  const b = await filed(reader, 'delete-b', same)
  expect(await deleteFolder(database, reader, gone)).toEqual({ views: [], alerts: [] })
  expect(await tree(reader)).toEqual(['Outer', 'Outer > Gone', 'Outer > Local', 'Outer > Local > Deeper'])
  const folderOf = new Map(
    (await listSubscriptions(database, reader)).map((each) => [each.id, each.folderId]),
  )
  expect([folderOf.get(a.subscriptionId), folderOf.get(b.subscriptionId)]).toEqual([outer, kept])
  expect(await deleteFolder(database, reader, gone)).toBeNull()
})

test('merging takes all into the other folder, also one that it stands in', async () => {
  const reader = await addReader(database, 'merge')
  const into = await folder(reader, 'Into')
  const from = await folder(reader, 'From')
  await folder(reader, 'Same', into)
  const same = await folder(reader, 'Same', from)
  await filed(reader, 'merge-a', from)
  await filed(reader, 'merge-b', same)
  expect(await mergeFolders(database, reader, from, into)).toBe('merged')
  expect(await tree(reader)).toEqual(['Into', 'Into > Same'])
  const inner = (await listFolders(database, reader)).find((each) => each.name === 'Same')?.id ?? 0
  expect(await mergeFolders(database, reader, inner, into)).toBe('merged')
  expect(await tree(reader)).toEqual(['Into'])
  expect((await listSubscriptions(database, reader)).map((each) => each.folderId)).toEqual([into, into])
})

test('an own order is kept, and what was not named follows', async () => {
  const reader = await addReader(database, 'order')
  const place = await folder(reader, 'Place')
  const a = await filed(reader, 'order-a', place)
  const b = await filed(reader, 'order-b', place)
  const c = await filed(reader, 'order-c', null)
  const order = async () =>
    (await listSubscriptions(database, reader))
      .filter((each) => each.folderId === place)
      .sort((one, other) => one.position - other.position)
      .map((each) => each.id)
  const ids = [c.subscriptionId, a.subscriptionId]
  expect(await arrangeSubscriptions(database, reader, { folderId: place, ids })).toBe('arranged')
  expect(await order()).toEqual([c.subscriptionId, a.subscriptionId, b.subscriptionId])
  const first = await folder(reader, 'First')
  const second = await folder(reader, 'Second')
  await arrangeFolders(database, reader, { parentId: null, ids: [second, first] })
  expect((await listFolders(database, reader)).map((each) => each.id)).toEqual([second, first, place])
})

test('positions at the end of their numbers stay in their order where others come before them', async () => {
  const reader = await addReader(database, 'end')
  const place = await folder(reader, 'Place')
  const a = await filed(reader, 'end-a', place)
  const b = await filed(reader, 'end-b', place)
  const c = await filed(reader, 'end-c', null)
  const last = 2_147_483_647
  const place2 = await folder(reader, 'Place 2')
  await database.subscription.update({ where: { id: a.subscriptionId }, data: { position: last } })
  await database.subscription.update({ where: { id: b.subscriptionId }, data: { position: last - 1 } })
  await database.folder.update({ where: { id: place }, data: { position: last } })
  const ids = [c.subscriptionId]
  expect(await arrangeSubscriptions(database, reader, { folderId: place, ids })).toBe('arranged')
  const list = (await listSubscriptions(database, reader)).toSorted(
    (one, other) => one.position - other.position,
  )
  expect(list.map((each) => each.id)).toEqual([c.subscriptionId, b.subscriptionId, a.subscriptionId])
  expect(await arrangeFolders(database, reader, { parentId: null, ids: [place2] })).toBe('arranged')
  expect((await listFolders(database, reader)).map((each) => each.id)).toEqual([place2, place])
})

test("another subscriber's folders and subscriptions are not touched", async () => {
  const owner = await addReader(database, 'owner')
  const thief = await addReader(database, 'thief')
  const owned = await folder(owner, 'Owned')
  const { subscriptionId } = await filed(owner, 'owned', owned)
  const own = await folder(thief, 'Own')
  expect(await createFolder(database, thief, { name: 'x', parentId: owned })).toBe('parent-not-found')
  expect(await changeFolder(database, thief, own, { parentId: owned })).toBe('parent-not-found')
  expect(await mergeFolders(database, thief, owned, own)).toBe('not-found')
  expect(await mergeFolders(database, thief, own, owned)).toBe('parent-not-found')
  await arrangeFolders(database, thief, { parentId: own, ids: [owned] })
  await arrangeSubscriptions(database, thief, { folderId: own, ids: [subscriptionId] })
  expect(await arrangeSubscriptions(database, thief, { folderId: owned, ids: [1] })).toBe('folder-not-found')
  expect(await changeSubscriptions(database, thief, [subscriptionId], { isMuted: true })).toBe(0)
  expect(await tree(owner)).toEqual(['Owned'])
  const [item] = await listSubscriptions(database, owner)
  expect(item).toMatchObject({ folderId: owned, isMuted: false, position: 0 })
})

test('two imports of one nested list at the same time make each folder once', async () => {
  const reader = await addReader(database, 'import')
  const list = Array.from({ length: 60 }, (_, n) => ({
    url: `https://nested-import.example/${n}`,
    hostName: 'nested-import.example',
    folderPath: [`A${n % 3}`, `B${n % 2}`],
  }))
  await Promise.all([
    subscribeToMany(database, reader, list, referenceAt),
    subscribeToMany(database, reader, [...list].reverse(), referenceAt),
  ])
  expect(await tree(reader)).toHaveLength(9)
  const folders = await listFolders(database, reader)
  const subscriptions = await listSubscriptions(database, reader)
  expect(subscriptions).toHaveLength(60)
  const inner = new Set(folders.filter(({ parentId }) => parentId !== null).map(({ id }) => id))
  expect(inner.size).toBe(6)
  for (const { folderId } of subscriptions) expect(inner).toContain(folderId)
})
