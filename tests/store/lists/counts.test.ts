import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { readDayNumbers } from '#lib/store/freshness/day-numbers.ts'
import { markRead, undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

/** The view of a reader, kept beside the program by following each act in memory. */
type Model = Map<bigint, { readonly sourceId: number; isRead: boolean; isStarred: boolean }>

function countsOf(model: Model, folderOf: ReadonlyMap<number, number | null>) {
  const unread = [...model.values()].filter((posting) => !posting.isRead)
  const bySource: Record<string, number> = {}
  const byFolder: Record<string, number> = {}
  for (const [sourceId, folderId] of folderOf) {
    const count = unread.filter((posting) => posting.sourceId === sourceId).length
    bySource[sourceId] = count
    if (folderId !== null) byFolder[folderId] = (byFolder[folderId] ?? 0) + count
  }
  const starred = [...model.values()].filter((posting) => posting.isStarred).length
  return { all: unread.length, starred, later: 0, bySource, byFolder, byLabel: {} }
}

test.each([1, 2, 3, 4, 5, 6])('stay right to the posting through any acts (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const reader = await addReader(database, `counts-${seed}`)
  const folderOf = new Map<number, number | null>()
  for (let n = 0; n < 4; n += 1) {
    const options = n < 2 ? { folderName: 'Folder' } : {}
    const { sourceId, subscriptionId } = await addSubscription(database, reader, `c${seed}-${n}`, options)
    const { folderId } = await database.subscription.findUniqueOrThrow({ where: { id: subscriptionId } })
    folderOf.set(sourceId, folderId)
  }
  const sourceIds = [...folderOf.keys()]
  const model: Model = new Map()
  let undo: { readonly token: string; readonly ids: readonly bigint[] } | null = null

  async function act(): Promise<string> {
    const ids = [...model.keys()]
    const some = ids.filter(() => random() < 0.2)
    const kind = ids.length === 0 ? 0 : below(6)
    if (kind === 0) {
      const sourceId = sourceIds[below(4)] ?? 0
      const count = 1 + below(5)
      const added = await addPostings(
        database,
        sourceId,
        Array.from({ length: count }, () => ({})),
      )
      for (const id of added) model.set(id, { sourceId, isRead: false, isStarred: false })
      return `add ${added.join()}`
    }
    if (kind === 1 || kind === 2) {
      const isRead = kind === 1
      await changePostings(database, reader, some, { isRead }, referenceAt)
      for (const id of some) Object.assign(model.get(id) ?? {}, { isRead })
      return `isRead ${isRead} ${some.join()}`
    }
    if (kind === 3) {
      const isStarred = random() < 0.6
      await changePostings(database, reader, some, { isStarred }, referenceAt)
      for (const id of some) Object.assign(model.get(id) ?? {}, { isStarred })
      return `isStarred ${isStarred} ${some.join()}`
    }
    if (kind === 4) {
      const throughId = ids[below(ids.length)] ?? 0n
      const sourceId = random() < 0.5 ? sourceIds[below(4)] : undefined
      const folderId =
        random() < 0.3 && sourceId === undefined ? (folderOf.get(sourceIds[0] ?? 0) ?? 0) : undefined
      const request = { throughId: throughId.toString(), sourceId, folderId }
      const result = await markRead(database, reader, request, referenceAt)
      const marked = [...model].filter(
        ([id, posting]) =>
          id <= throughId &&
          !posting.isRead &&
          (sourceId === undefined || posting.sourceId === sourceId) &&
          (folderId === undefined || folderOf.get(posting.sourceId) === folderId),
      )
      for (const [, posting] of marked) posting.isRead = true
      expect(result.marked).toBe(marked.length)
      undo = { token: result.undoToken, ids: marked.map(([id]) => id) }
      return `mark ${JSON.stringify(request)}`
    }
    if (undo === null) return 'nothing'
    const { token, ids: undone } = undo
    undo = null
    // Undone at once, as the button does it: what was done between is tested on its own below.
    await undoMarkRead(database, reader, token, referenceAt)
    for (const id of undone) Object.assign(model.get(id) ?? {}, { isRead: false })
    return `undo ${undone.join()}`
  }

  const acts: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const wasMark = acts.at(-1)?.startsWith('mark') ?? false
    if (!wasMark) undo = null
    acts.push(await act())
    const history = `seed ${seed}:\n${acts.join('\n')}`
    expect(await readCounts(database, reader), history).toEqual(countsOf(model, folderOf))
    const { day: strip } = await readDayNumbers(database, reader, 0, referenceAt)
    expect(
      strip.found.reduce((sum, count) => sum + count, 0),
      history,
    ).toBe(model.size)
    expect(
      strip.unread.reduce((sum, count) => sum + count, 0),
      history,
    ).toBe(countsOf(model, folderOf).all)
  }
  const unread = postingFilter.parse({ show: 'unread' })
  const page = await listPostings(database, reader, unread, { after: null, limit: 200, now: referenceAt })
  expect(page.postings.length).toBe(Math.min(200, countsOf(model, folderOf).all))
})

test('a day strip has 96 quarter hours that end with the running one', async () => {
  const reader = await addReader(database, 'strip')
  const { sourceId } = await addSubscription(database, reader, 'strip')
  const now = referenceAt + 7 * 60_000
  const quarter = 15 * 60_000
  await addPostings(database, sourceId, [
    { shownAt: referenceAt - 96 * quarter },
    { shownAt: referenceAt - 95 * quarter - 1 },
    { shownAt: referenceAt - 95 * quarter },
    { shownAt: referenceAt - 1 },
    { shownAt: referenceAt },
    { shownAt: now },
  ])
  const { day: strip } = await readDayNumbers(database, reader, 0, now)
  expect(strip.startAt).toBe(new Date(referenceAt - 95 * quarter).toISOString())
  expect([strip.found.length, strip.unread.length]).toEqual([96, 96])
  expect([strip.found[0], strip.found[94], strip.found[95]]).toEqual([1, 1, 2])
  expect(strip.unread).toEqual(strip.found)
})
