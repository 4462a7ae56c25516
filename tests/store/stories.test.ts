import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings.ts'
import type { Database } from '#lib/store/database.ts'
import { parsePostingCursor } from '#lib/store/posting-cursor.ts'
import { changePostings } from '#lib/store/posting-states.ts'
import { listPostings } from '#lib/store/postings.ts'
import { changeReadingSettings } from '#lib/store/reading-settings.ts'
import { listRestOfStories, readOpenedStories } from '#lib/store/read-stories.ts'
import { setStorySplit } from '#lib/store/stories.ts'
import { openTestDatabase } from '#tests/support/file-database.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/reading.ts'
import { referenceAt } from '#tests/support/test-clock.ts'

const minuteMs = 60_000
const opened = { isOpened: true }
let database: Database
let stop: () => Promise<void>
let count = 0
let reader: string
let sources: number[]
let ids: bigint[]

beforeAll(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterAll(() => stop())

/** One story in three sources, 6 and 19 minutes apart; two postings that tell others; and a stranger's posting of it. */
beforeEach(async () => {
  count += 1
  reader = await addReader(database, `reader${count}`)
  sources = []
  for (const name of ['wire', 'rail', 'harbour']) {
    const options = name === 'wire' ? {} : { folderName: 'Papers' }
    sources.push((await addSubscription(database, reader, `${name}${count}`, options)).sourceId)
  }
  const stranger = await addReader(database, `stranger${count}`)
  const elsewhere = (await addSubscription(database, stranger, `elsewhere${count}`)).sourceId
  const at = (minutes: number) => ({ shownAt: referenceAt + minutes * minuteMs })
  const all = [
    ...(await addPostings(database, elsewhere, [{ ...at(-5), title: 'Elsewhere' }])),
    ...(await addPostings(database, of(0), [
      { ...at(0), title: 'First' },
      { ...at(30), title: 'Other' },
    ])),
    ...(await addPostings(database, of(1), [{ ...at(6), title: 'Second' }])),
    ...(await addPostings(database, of(2), [
      { ...at(19), title: 'Third' },
      { ...at(1), title: 'Another' },
    ])),
  ]
  ids = all
  const told = [0, 1, 3, 4].map((index) => all[index] ?? 0n)
  await database.posting.updateMany({ where: { id: { in: told } }, data: { clusterId: told[0] ?? null } })
})

function of(index: number): number {
  const id = sources[index]
  if (id === undefined) throw new Error(`no source ${index}`)
  return id
}

async function idOf(title: string): Promise<bigint> {
  return (await database.posting.findFirstOrThrow({ where: { title, id: { in: ids } } })).id
}

async function titles(filter: Record<string, unknown> = {}): Promise<string[]> {
  const { postings } = await listPostings(database, reader, postingFilter.parse(filter), {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  return postings.map(({ title }) => title)
}

test('a list shows a story once, under its first posting, with where else it is told and how much later', async () => {
  expect(await titles()).toEqual(['Other', 'Another', 'First'])
  const { postings } = await listPostings(database, reader, postingFilter.parse({}), {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  expect(postings.at(-1)?.alsoIn).toMatchObject([
    { sourceId: sources[1], laterMs: 6 * minuteMs },
    { sourceId: sources[2], laterMs: 19 * minuteMs },
  ])
  expect(JSON.stringify(postings)).not.toContain('elsewhere')
})

test('pages of one posting each show the same', async () => {
  const seen: string[] = []
  for (let after = null as ReturnType<typeof parsePostingCursor>; ;) {
    const page = await listPostings(database, reader, postingFilter.parse({}), {
      after,
      limit: 1,
      now: referenceAt,
    })
    seen.push(...page.postings.map(({ title }) => title))
    if (page.nextCursor === null) break
    after = parsePostingCursor(page.nextCursor)
  }
  expect(seen).toEqual(['Other', 'Another', 'First'])
})

test('oldest first shows the same story at the same place', async () => {
  expect(await titles({ order: 'oldest' })).toEqual(['First', 'Another', 'Other'])
})

test('a folder folds what is in it; the list of a source and of stars shows everything', async () => {
  const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: reader } })
  expect(await titles({ folderId })).toEqual(['Second', 'Another'])
  expect(await titles({ sourceId: of(2) })).toEqual(['Third', 'Another'])
  await changePostings(
    database,
    reader,
    [await idOf('Third'), await idOf('First')],
    { isStarred: true },
    referenceAt,
  )
  expect(await titles({ starred: true })).toEqual(['Third', 'First'])
})

test('among the unread the first unread stands for its story', async () => {
  await changePostings(database, reader, [await idOf('First')], { isRead: true }, referenceAt)
  expect(await titles({ show: 'unread' })).toEqual(['Other', 'Second', 'Another'])
  expect(await titles({ show: 'all' })).toEqual(['Other', 'Another', 'First'])
})

test('a story can be shown separately, and as one again, whatever else joins it', async () => {
  expect(await setStorySplit(database, reader, await idOf('Third'), true, referenceAt)).toBe(true)
  expect(await titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
  await database.posting.updateMany({
    where: { clusterId: { not: null }, id: { in: ids } },
    data: { clusterId: 1n },
  })
  expect(await titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
  expect(await setStorySplit(database, reader, await idOf('First'), false, referenceAt)).toBe(true)
  expect(await titles()).toEqual(['Other', 'Another', 'First'])
})

test('only own stories can be split', async () => {
  expect(await setStorySplit(database, reader, await idOf('Elsewhere'), true, referenceAt)).toBe(false)
  expect(await setStorySplit(database, reader, await idOf('Other'), true, referenceAt)).toBe(false)
  expect(await database.storySplit.count({ where: { subscriberId: reader } })).toBe(0)
})

test('who wants every posting gets every posting', async () => {
  await changeReadingSettings(database, reader, { showsStoryOnce: false })
  expect(await titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
})

test('opening one reads the others of the story that are unread, unless one does not want that', async () => {
  const first = await idOf('First')
  expect((await listRestOfStories(database, reader, [first], opened)).sort()).toEqual(
    [await idOf('Second'), await idOf('Third')].sort(),
  )
  await changePostings(database, reader, [await idOf('Third')], { isRead: true }, referenceAt)
  expect(await listRestOfStories(database, reader, [first], opened)).toEqual([await idOf('Second')])
  await changeReadingSettings(database, reader, { readsWholeStory: false })
  expect(await listRestOfStories(database, reader, [first], opened)).toEqual([])
})

test('what comes later to a story that was opened is read; to one that was only marked, it is not', async () => {
  const [first, third] = [await idOf('First'), await idOf('Third')]
  await changePostings(database, reader, [first], { isRead: true }, referenceAt)
  await database.$transaction((transaction) => readOpenedStories(transaction, [third], referenceAt))
  expect(await titles({ show: 'unread' })).toContain('Second')
  await changePostings(database, reader, [first], { seen: true }, referenceAt)
  await database.$transaction((transaction) => readOpenedStories(transaction, [third], referenceAt))
  const states = await database.postingState.findMany({ where: { subscriberId: reader, postingId: third } })
  expect(states).toMatchObject([{ isRead: true, seenAt: null }])
})

test('what a muted source tells hides nothing and is not named; its own list has it', async () => {
  await database.subscription.updateMany({
    where: { subscriberId: reader, sourceId: of(0) },
    data: { isMuted: true },
  })
  expect(await titles()).toEqual(['Second', 'Another'])
  const { postings } = await listPostings(database, reader, postingFilter.parse({}), {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  expect(postings[0]?.alsoIn.map(({ sourceId }) => sourceId)).toEqual([of(2)])
  expect(await titles({ sourceId: of(0) })).toEqual(['Other', 'First'])
})

test('what is kept to read later is shown each', async () => {
  await changePostings(
    database,
    reader,
    [await idOf('Third'), await idOf('First')],
    { isLater: true },
    referenceAt,
  )
  expect(await titles({ later: true })).toEqual(['Third', 'First'])
})

test('a label folds what it shows: of its sources, and what has it itself', async () => {
  const { id: labelId } = await database.label.create({ data: { subscriberId: reader, name: 'Sea' } })
  const { id: subscriptionId } = await database.subscription.findFirstOrThrow({
    where: { subscriberId: reader, sourceId: of(2) },
  })
  await database.subscriptionLabel.create({ data: { labelId, subscriptionId } })
  expect(await titles({ labelId })).toEqual(['Third', 'Another'])
  const second = await idOf('Second')
  await changePostings(database, reader, [second], { isRead: false }, referenceAt)
  await database.postingLabel.create({ data: { labelId, subscriberId: reader, postingId: second } })
  expect(await titles({ labelId })).toEqual(['Second', 'Another'])
  await changePostings(database, reader, [second], { isRead: true }, referenceAt)
  expect(await titles({ labelId, show: 'unread' })).toEqual(['Third', 'Another'])
})

test('postings of one source are never folded under each other, and none is read with another', async () => {
  const clusterId = await idOf('First')
  const told = { title: { in: ['First', 'Other', 'Second', 'Third'] }, id: { in: ids } }
  await database.posting.updateMany({ where: told, data: { clusterId } })
  expect(await titles()).toEqual(['Other', 'Another', 'First'])
  const rest = await listRestOfStories(database, reader, [clusterId, await idOf('Second')], opened)
  expect(rest).toEqual([await idOf('Third')])
  await changePostings(database, reader, [clusterId], { isRead: true, seen: true }, referenceAt)
  const other = await idOf('Other')
  await database.$transaction((transaction) => readOpenedStories(transaction, [other], referenceAt))
  expect(await database.postingState.count({ where: { subscriberId: reader, postingId: other } })).toBe(0)
})

test('stories from before have one posting of each source, the first, once 0023 is applied', async () => {
  const [first, other] = [await idOf('First'), await idOf('Other')]
  const { clusterId } = await database.posting.findUniqueOrThrow({ where: { id: first } })
  await database.posting.update({ where: { id: other }, data: { clusterId } })
  const alone = { sourceId: of(0), clusterId: 987_654_321n }
  const [one = 0n, two = 0n] = await addPostings(database, alone.sourceId, [{}, {}])
  await database.posting.updateMany({ where: { id: { in: [one, two] } }, data: alone })
  const file = 'prisma/migrations/0023_stories_apart/migration.sql'
  await database.$executeRawUnsafe(readFileSync(file, 'utf8'))
  expect(await database.posting.count({ where: { clusterId: alone.clusterId } })).toBe(0)
  const left = await database.posting.findMany({ where: { clusterId, id: { in: ids } } })
  expect(left.map(({ title }) => title).sort()).toEqual(['Elsewhere', 'First', 'Second', 'Third'])
})
