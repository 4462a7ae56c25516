import { beforeAll, expect, test } from 'vitest'
import { exportStates } from '#lib/store/moving/export-states.ts'
import { inFittingGroups } from '#lib/store/lists/fitting-texts.ts'
import { readPostingTexts } from '#lib/store/postings/known-postings.ts'
import { readOfflinePostings } from '#lib/store/postings/offline-postings.ts'
import { listOutputEntries, readOutputEntries } from '#lib/store/outputs/output-entries.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { lengthen, longOctets } from '#tests/support/data/long-texts.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const minuteMs = 60_000
/** Of these three fit into an answer. */
const count = 7
const { database } = await fileDatabase()
let reader: string
let sourceId: number
let ids: bigint[]

beforeAll(async () => {
  reader = await addReader(database, 'ada')
  ;({ sourceId } = await addSubscription(database, reader, 'library'))
  ids = await addPostings(
    database,
    sourceId,
    Array.from({ length: count }, (_, n) => ({ shownAt: referenceAt + n * minuteMs })),
  )
  await lengthen(database, ids)
  await changePostings(database, reader, ids, { isStarred: true }, referenceAt)
})

test('texts that fit together are one group, in order, and one that never fits a group of its own', () => {
  const sized = (...octets: number[]) => octets.map((each) => ({ octets: each }))
  expect(inFittingGroups([])).toEqual([])
  expect(inFittingGroups(sized(4, 6, 1, 11, 0, 10, 3, 3), 10)).toEqual([
    sized(4, 6),
    sized(1),
    sized(11),
    sized(0, 10),
    sized(3, 3),
  ])
})

test('an export of books is read a few at a time, and has all of them', async () => {
  const parts: number[] = []
  for await (const part of exportStates(database, reader)) {
    parts.push(part.length)
    for (const { posting } of part) expect(posting?.html).toHaveLength(longOctets)
  }
  expect(parts).toEqual([3, 3, 1])
})

test('an output feed of books has the text of the newest, and excerpts of the others', async () => {
  const asked = {
    subscriberId: reader,
    place: { kind: 'all' },
    limit: 100,
    now: referenceAt + 60 * minuteMs,
  } as const
  const nameOf = ({ id }: { readonly id: bigint }) => String(id)
  const request = { ...asked, nameOf, nameOfSource: String, hasTexts: true }
  const list = await listOutputEntries(database, request)
  if (list === null) throw new Error('There is no such list.')
  const { entries } = await readOutputEntries(database, request, list)
  expect(entries.map(({ id, html }) => [id, html?.length ?? null])).toEqual(
    ids.toReversed().map((id, n) => [`${id}`, n < 1 ? longOctets : null]),
  )
})

test('what an edit changed is looked for in a few texts at a time', async () => {
  const found: bigint[] = []
  for await (const { id, html } of readPostingTexts(database, ids)) {
    expect(html).toHaveLength(longOctets)
    found.push(id)
  }
  expect(found.toSorted((a, b) => Number(a - b))).toEqual(ids)
})

test('a device gets books a few at a time, those that are new first, and misses none', async () => {
  const held = new Set<string>()
  let since: Date | null = null
  const next = async (now: number) => {
    const known = since === null ? null : { ids: held, since }
    const { texts, hasMore, outdated, readAt, postings } = await readOfflinePostings(
      database,
      reader,
      { count: 100, held: known },
      now,
    )
    expect(postings).toHaveLength(count)
    expect(hasMore).toBe(texts.length === 3)
    since = new Date(readAt)
    for (const { id } of texts) held.add(id)
    for (const id of outdated) held.delete(id)
    return texts.map(({ id }) => BigInt(id))
  }
  const hour = (n: number) => referenceAt + n * 60 * minuteMs
  const got = [await next(hour(1)), await next(hour(2)), await next(hour(3)), await next(hour(4))]
  expect(got.map((each) => each.length)).toEqual([3, 3, 1, 0])
  for (const [n, id] of ids.entries())
    await database.posting.update({
      where: { id },
      data: { editedAt: new Date(hour(5) + n * 10 * minuteMs) },
    })
  const changed = [await next(hour(7)), await next(hour(8)), await next(hour(9)), await next(hour(10))]
  expect(changed.map((each) => each.toSorted((a, b) => Number(a - b)))).toEqual([
    ids.slice(4),
    ids.slice(1, 4),
    ids.slice(0, 1),
    [],
  ])
})

test('a device gets what is new and all of the books that changed at one instant', async () => {
  const added = await addPostings(database, sourceId, [{ shownAt: referenceAt + count * minuteMs }])
  const held = new Set(ids.map(String))
  const changedAt = referenceAt + 24 * 60 * minuteMs
  await database.posting.updateMany({ where: { id: { in: ids } }, data: { editedAt: new Date(changedAt) } })
  let since = new Date(changedAt - 60 * minuteMs)
  const missing = new Set([...ids, ...added].map(String))
  for (let n = 1; n < 10 && missing.size > 0; n += 1) {
    const now = changedAt + n * 6 * minuteMs
    const known = { count: 100, held: { ids: held, since } }
    const { texts, outdated, readAt } = await readOfflinePostings(database, reader, known, now)
    since = new Date(readAt)
    for (const { id } of texts) {
      held.add(id)
      missing.delete(id)
    }
    for (const id of outdated) held.delete(id)
  }
  expect([...missing]).toEqual([])
})
