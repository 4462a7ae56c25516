import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import {
  assignLabel,
  createLabel,
  deleteLabel,
  listLabels,
  mergeLabels,
  renameLabel,
} from '#lib/store/organising/labels.ts'
import { markRead, undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { countRowsRead } from '#tests/support/measure/rows-read.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

async function label(reader: string, name: string): Promise<number> {
  const made = await createLabel(database, reader, name)
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

const assign = (
  reader: string,
  id: number,
  wanted: { isOn?: boolean; subscriptionIds?: number[]; postingIds?: bigint[] },
) => {
  const { isOn = true, subscriptionIds = [], postingIds = [] } = wanted
  const request = { isOn, subscriptionIds, postingIds: postingIds.map(String) }
  return assignLabel(database, reader, id, request, referenceAt)
}

async function shown(reader: string, filter: Record<string, unknown>): Promise<bigint[]> {
  const ids: bigint[] = []
  for (let after = null as { shownAt: Date; id: bigint } | null; ;) {
    const page = await listPostings(database, reader, postingFilter.parse(filter), {
      after,
      limit: 2,
      now: 0,
    })
    ids.push(...page.postings.map((each) => BigInt(each.id)))
    const last = page.postings.at(-1)
    if (page.nextCursor === null || last === undefined) return ids
    after = { shownAt: new Date(last.shownAt), id: BigInt(last.id) }
  }
}

/** Two sources with three postings each, the first source labelled, and one posting of the second. */
async function labelled(name: string) {
  const reader = await addReader(database, name)
  const one = await addSubscription(database, reader, `${name}-1`)
  const two = await addSubscription(database, reader, `${name}-2`)
  const times = [1, 2, 3].map((n) => ({ shownAt: referenceAt + n }))
  const first = await addPostings(database, one.sourceId, times)
  const second = await addPostings(database, two.sourceId, times)
  const id = await label(reader, 'Tides')
  await assign(reader, id, {
    subscriptionIds: [one.subscriptionId],
    postingIds: [second[1] ?? 0n, first[0] ?? 0n],
  })
  return { reader, one, two, first, second, id }
}

test('a label shows what its sources bring and the postings that have it, each once, page by page', async () => {
  const { reader, one, first, second, id } = await labelled('shown')
  const [oldest, middle, newest] = first
  expect(await shown(reader, { labelId: id })).toEqual([newest, second[1], middle, oldest])
  expect(await shown(reader, { labelId: id, order: 'oldest' })).toEqual([oldest, middle, second[1], newest])
  expect(await findPosting(database, reader, second[1] ?? 0n)).toMatchObject({ labelIds: [id] })
  expect(
    (await listSubscriptions(database, reader)).find((each) => each.id === one.subscriptionId),
  ).toMatchObject({
    labelIds: [id],
  })
  expect(await listLabels(database, reader)).toEqual([{ id, name: 'Tides', subscriptions: 1, postings: 2 }])
})

test('how much has a label is counted without a look at any posting', async () => {
  const { reader, id } = await labelled('counted')
  const count = (transaction: Transaction) =>
    countRowsRead(transaction, () => listLabels(transaction, reader))
  const { result, rows } = await database.$transaction(count)
  expect(result).toEqual([{ id, name: 'Tides', subscriptions: 1, postings: 2 }])
  expect(rows).toBe(0)
})

test('its unread are counted once, marked read with it and unread again by the undo', async () => {
  const { reader, second, id } = await labelled('unread')
  expect((await readCounts(database, reader)).byLabel).toEqual({ [id]: 4 })
  const { asOfId } = await listPostings(database, reader, postingFilter.parse({}), {
    after: null,
    limit: 1,
    now: 0,
  })
  const request = { labelId: id, throughId: asOfId }
  const { marked, undoToken } = await markRead(database, reader, request, referenceAt)
  expect(marked).toBe(4)
  expect(await readCounts(database, reader)).toMatchObject({ all: 2, byLabel: { [id]: 0 } })
  expect(await shown(reader, { labelId: id, show: 'unread' })).toEqual([])
  expect(await undoMarkRead(database, reader, undoToken, referenceAt)).toEqual({ restored: 4 })
  expect((await readCounts(database, reader)).byLabel).toEqual({ [id]: 4 })
  expect(await shown(reader, { labelId: id, show: 'unread' })).toContain(second[1])
})

test('a mark-read of a label leaves what came after the page was shown', async () => {
  const { reader, two, id } = await labelled('after')
  const { asOfId } = await listPostings(database, reader, postingFilter.parse({}), {
    after: null,
    limit: 1,
    now: 0,
  })
  const later = await addPostings(database, two.sourceId, [{}])
  await assign(reader, id, { postingIds: later })
  expect(await markRead(database, reader, { labelId: id, throughId: asOfId }, referenceAt)).toMatchObject({
    marked: 4,
  })
  expect((await readCounts(database, reader)).byLabel).toEqual({ [id]: 1 })
})

test('renaming and merging keep everything that has the label', async () => {
  const { reader, first, second, id } = await labelled('merged')
  expect(await renameLabel(database, reader, id, 'Tide tables')).toMatchObject({
    subscriptions: 1,
    postings: 2,
  })
  const other = await label(reader, 'Sea')
  await assign(reader, other, { postingIds: [second[1] ?? 0n, second[2] ?? 0n] })
  expect(await renameLabel(database, reader, other, 'Tide tables')).toBe('taken')
  expect(await mergeLabels(database, reader, id, other)).toBe(true)
  expect(await listLabels(database, reader)).toEqual([
    { id: other, name: 'Sea', subscriptions: 1, postings: 3 },
  ])
  expect((await shown(reader, { labelId: other })).sort()).toEqual([...first, ...second.slice(1)].sort())
})

test('of two that take one name at once one gets it, the other is told', async () => {
  const reader = await addReader(database, 'renamed')
  const ids = [await label(reader, 'One'), await label(reader, 'Two'), await label(reader, 'Three')]
  for (const name of ['Same', 'Other', 'Third', 'Fourth']) {
    const renamed = await Promise.all(ids.map((id) => renameLabel(database, reader, id, name)))
    expect(renamed.map((each) => each === 'taken').sort()).toEqual([false, true, true])
  }
})

test('of 500 there is room for no other', async () => {
  const reader = await addReader(database, 'many')
  const data = Array.from({ length: mostOf('labels') - 1 }, (_, index) => ({
    subscriberId: reader,
    name: `${index}`,
  }))
  await database.label.createMany({ data })
  await label(reader, 'Last')
  expect(await createLabel(database, reader, 'One more')).toBe('too-many')
  await label(await addReader(database, 'few'), 'One more')
})

test('a posting with the label counts once, of muted sources with the label, too', async () => {
  const { reader, one, id } = await labelled('muted-too')
  expect((await readCounts(database, reader)).byLabel).toEqual({ [id]: 4 })
  await changeSubscriptions(database, reader, [one.subscriptionId], { isMuted: true })
  expect((await readCounts(database, reader)).byLabel).toEqual({ [id]: 2 })
})

test('taking it off and deleting it leave nothing behind', async () => {
  const { reader, one, second, id } = await labelled('off')
  expect(await assign(reader, id, { isOn: false, subscriptionIds: [one.subscriptionId] })).toBe(1)
  expect(await deleteLabel(database, reader, id)).toEqual({ views: [], alerts: [] })
  expect(await findPosting(database, reader, second[1] ?? 0n)).toMatchObject({ labelIds: [] })
  expect((await readCounts(database, reader)).byLabel).toEqual({})
})

test('a labelled posting stays readable when its source is left', async () => {
  const { reader, two, second, id } = await labelled('left')
  await unsubscribe(database, reader, [two.subscriptionId], referenceAt)
  expect(await findPosting(database, reader, second[1] ?? 0n)).toMatchObject({ isRead: true, labelIds: [id] })
  expect(await findPosting(database, reader, second[2] ?? 0n)).toBeNull()
  expect(await shown(reader, { labelId: id })).toContain(second[1])
})

test("another subscriber's labels, subscriptions and postings are not touched", async () => {
  const { reader, one, first, id } = await labelled('owner')
  const thief = await addReader(database, 'label-thief')
  const own = await label(thief, 'Own')
  expect(await assign(thief, id, { postingIds: first })).toBeNull()
  expect(await assign(thief, own, { subscriptionIds: [one.subscriptionId], postingIds: first })).toBe(0)
  expect(await mergeLabels(database, thief, id, own)).toBe(false)
  expect(await mergeLabels(database, thief, own, id)).toBe(false)
  expect(await renameLabel(database, thief, id, 'x')).toBe('not-found')
  expect(await deleteLabel(database, thief, id)).toBeNull()
  expect(await shown(thief, { labelId: id })).toEqual([])
  expect(await listLabels(database, reader)).toEqual([{ id, name: 'Tides', subscriptions: 1, postings: 2 }])
})

test('an article that had both of two labels that become one has it since it had the first of them', async () => {
  const reader = await addReader(database, 'joiner')
  const { sourceId } = await addSubscription(database, reader, 'joined')
  const [id = 0n] = await addPostings(database, sourceId, [{}])
  for (const isFirst of [true, false]) {
    const [early, late] = [await label(reader, `Early ${isFirst}`), await label(reader, `Late ${isFirst}`)]
    await assign(reader, early, { postingIds: [id] })
    await assign(reader, late, { postingIds: [id] })
    await database.postingLabel.updateMany({
      where: { labelId: early },
      data: { createdAt: new Date(referenceAt - 1_000) },
    })
    const [from, into] = isFirst ? [early, late] : [late, early]
    await mergeLabels(database, reader, from, into)
    const kept = await database.postingLabel.findMany({ where: { labelId: into } })
    expect(kept.map(({ createdAt }) => createdAt.getTime())).toEqual([referenceAt - 1_000])
  }
})
