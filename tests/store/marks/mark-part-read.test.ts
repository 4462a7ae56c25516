import { beforeEach, describe, expect, test } from 'vitest'
import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { markRead, undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const minuteMs = 60_000
const { database } = await fileDatabase()
let reader: string
let sourceIds: number[]
let folderId: number
let round = 0

/** A reader of three sources with 60 postings, some read, starred or kept unread by hand, and marks in the middle. */
beforeEach(async () => {
  round += 1
  const random = seededRandom(round)
  reader = await addReader(database, `marking-${round}`)
  sourceIds = []
  for (const n of [0, 1, 2]) {
    const options = n === 0 ? { folderName: 'First' } : {}
    sourceIds.push((await addSubscription(database, reader, `marking-${round}-${n}`, options)).sourceId)
  }
  folderId = (await database.folder.findFirstOrThrow({ where: { subscriberId: reader } })).id
  const times = Array.from({ length: 60 }, () => {
    const shownAt = referenceAt + Math.floor(random() * 30) * minuteMs
    return { shownAt, publishedAt: random() < 0.5 ? shownAt - Math.floor(random() * 20) * minuteMs : null }
  })
  const ids: bigint[] = []
  for (let n = 0; n < 60; n += 15)
    for (const [at, sourceId] of sourceIds.entries()) {
      const some = times.slice(n, n + 15).filter((_, each) => each % 3 === at)
      ids.push(...(await addPostings(database, sourceId, some)))
    }
  await markRead(database, reader, { throughId: `${ids[14]}` }, referenceAt)
  const read: bigint[] = []
  const unread: bigint[] = []
  const starred: bigint[] = []
  for (const id of ids) {
    if (random() < 0.25) (random() < 0.5 ? read : unread).push(id)
    if (random() < 0.15) starred.push(id)
  }
  await changePostings(database, reader, read, { isRead: true }, referenceAt)
  await changePostings(database, reader, unread, { isRead: false }, referenceAt)
  await changePostings(database, reader, starred, { isStarred: true }, referenceAt)
})

async function list(order: 'newest' | 'oldest' | 'published' | 'weight' | 'source' = 'newest') {
  const filter = postingFilter.parse({ order })
  return listPostings(database, reader, filter, { after: null, limit: 200, now: referenceAt + 60 * minuteMs })
}

async function unreadIds(): Promise<string[]> {
  const { postings } = await list()
  return postings.filter(({ isRead }) => !isRead).map(({ id }) => id)
}

/** Marks, compares what is unread with what should be, and what the undo restores with what was. */
async function expectMarked(request: Omit<MarkReadRequest, 'throughId'>, isMeant: (id: string) => boolean) {
  const { asOfId, asOfAt } = await list()
  const before = await unreadIds()
  expect(before.some(isMeant), 'something to mark').toBe(true)
  const { marked, undoToken } = await markRead(
    database,
    reader,
    { throughId: asOfId, asOfAt, ...request },
    referenceAt,
  )
  const left = before.filter((id) => !isMeant(id))
  expect(await unreadIds()).toEqual(left)
  expect(marked).toBe(before.length - left.length)
  expect(await undoMarkRead(database, reader, undoToken, referenceAt)).toEqual({ restored: marked })
  expect(await unreadIds()).toEqual(before)
}

describe('marking part of a list read, and its undo', () => {
  const orders = ['newest', 'oldest', 'published', 'weight', 'source'] as const
  const sides = ['above', 'upTo', 'below'] as const
  const cases = orders.flatMap((order) => sides.map((side) => ({ order, side })))

  test.each(cases)('$side a posting in the order $order', async ({ order, side }) => {
    const { postings } = await list(order)
    const ids = postings.map(({ id }) => id)
    const at = 31
    const postingId = ids[at] ?? ''
    const meant = new Set(
      { above: ids.slice(0, at), upTo: ids.slice(0, at + 1), below: ids.slice(at + 1) }[side],
    )
    await expectMarked({ beside: { postingId, side, order } }, (id) => meant.has(id))
  })

  test.each(sides)('%s a posting of the fresh list, in its bands', async (side) => {
    const filter = postingFilter.parse({ order: 'weight', freshMinutes: 1440 })
    const { postings } = await listPostings(database, reader, filter, {
      after: null,
      limit: 200,
      now: referenceAt + 60 * minuteMs,
    })
    const ids = postings.map(({ id }) => id)
    const postingId = ids[31] ?? ''
    const meant = new Set({ above: ids.slice(0, 31), upTo: ids.slice(0, 32), below: ids.slice(32) }[side])
    await expectMarked({ freshMinutes: 1440, beside: { postingId, side, order: 'weight' } }, (id) =>
      meant.has(id),
    )
  })

  test('what is older', async () => {
    const before = new Date(referenceAt + 12 * minuteMs).toISOString()
    const older = new Set(
      (await list()).postings.filter(({ shownAt }) => shownAt < before).map(({ id }) => id),
    )
    await expectMarked({ before }, (id) => older.has(id))
  })

  test('what has a star', async () => {
    const starred = new Set((await list()).postings.filter((each) => each.isStarred).map(({ id }) => id))
    await expectMarked({ starred: true }, (id) => starred.has(id))
  })

  test('the fresh list', async () => {
    const asOfAt = new Date(referenceAt + 35 * minuteMs).toISOString()
    const from = new Date(referenceAt + 15 * minuteMs).toISOString()
    const young = new Set(
      (await list()).postings.filter(({ shownAt }) => shownAt >= from).map(({ id }) => id),
    )
    await expectMarked({ freshMinutes: 20, asOfAt }, (id) => young.has(id))
  })

  test('a source, a folder, all', async () => {
    const of = async (wanted: number) =>
      new Set((await list()).postings.filter(({ sourceId }) => sourceId === wanted).map(({ id }) => id))
    const [first = 0, second = 0] = sourceIds
    const inFirst = await of(first)
    const inSecond = await of(second)
    await expectMarked({ sourceId: second }, (id) => inSecond.has(id))
    await expectMarked({ folderId }, (id) => inFirst.has(id))
    await expectMarked({}, () => true)
  })
})

test('what comes while marking stays unread, whatever its time says, and also after the undo', async () => {
  const { asOfId } = await list()
  const before = new Date(referenceAt + 20 * minuteMs).toISOString()
  const [source = 0] = sourceIds
  const arrived: bigint[] = []
  const arrive = async () =>
    arrived.push(...(await addPostings(database, source, [{ shownAt: referenceAt + minuteMs }])))
  const mark = async () => {
    const first = await markRead(database, reader, { throughId: asOfId, before }, referenceAt)
    return { first, all: await markRead(database, reader, { throughId: asOfId }, referenceAt) }
  }
  const { first, all } = await whileUnderWay('all is marked', mark(), arrive)
  expect((await unreadIds()).toSorted()).toEqual(arrived.map(String).toSorted())
  await undoMarkRead(database, reader, all.undoToken, referenceAt)
  await undoMarkRead(database, reader, first.undoToken, referenceAt)
  expect(await unreadIds()).toEqual(expect.arrayContaining(arrived.map(String)))
})

test('two windows marking parts at once together mark what each would', async () => {
  const { postings, asOfId } = await list()
  const ids = postings.map(({ id }) => id)
  const beside = { postingId: ids[30] ?? '', order: 'newest' } as const
  await Promise.all([
    markRead(database, reader, { throughId: asOfId, beside: { ...beside, side: 'upTo' } }, referenceAt),
    markRead(database, reader, { throughId: asOfId, beside: { ...beside, side: 'below' } }, referenceAt),
  ])
  expect(await unreadIds()).toEqual([])
})
