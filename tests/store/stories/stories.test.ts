import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { parsePostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { setStorySplit } from '#lib/store/stories/stories.ts'
import { toldStoryOfEachTest } from '#tests/support/world/told-story.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const story = toldStoryOfEachTest()

test('a list shows a story once, under its first posting, with where else it is told and how much later', async () => {
  expect(await story.titles()).toEqual(['Other', 'Another', 'First'])
  const { postings } = await listPostings(story.database, story.reader, postingFilter.parse({}), {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  expect(postings.at(-1)?.alsoIn).toMatchObject([
    { sourceId: story.sources[1], laterMs: 6 * minuteMs },
    { sourceId: story.sources[2], laterMs: 19 * minuteMs },
  ])
  expect(JSON.stringify(postings)).not.toContain('elsewhere')
})

test('pages of one posting each show the same', async () => {
  const seen: string[] = []
  for (let after = null as ReturnType<typeof parsePostingCursor>; ;) {
    const page = await listPostings(story.database, story.reader, postingFilter.parse({}), {
      after,
      limit: 1,
      now: referenceAt,
    })
    seen.push(...page.postings.map(({ title }) => title))
    expect(seen.length).toBeLessThan(10)
    if (page.nextCursor === null) break
    after = parsePostingCursor(page.nextCursor)
  }
  expect(seen).toEqual(['Other', 'Another', 'First'])
})

test('oldest first shows the same story at the same place', async () => {
  expect(await story.titles({ order: 'oldest' })).toEqual(['First', 'Another', 'Other'])
})

test('a folder folds what is in it; the list of a source and of stars shows everything', async () => {
  const { id: folderId } = await story.database.folder.findFirstOrThrow({
    where: { subscriberId: story.reader },
  })
  expect(await story.titles({ folderId })).toEqual(['Second', 'Another'])
  expect(await story.titles({ sourceId: story.of(2) })).toEqual(['Third', 'Another'])
  await changePostings(
    story.database,
    story.reader,
    [await story.idOf('Third'), await story.idOf('First')],
    { isStarred: true },
    referenceAt,
  )
  expect(await story.titles({ starred: true })).toEqual(['Third', 'First'])
})

test('among the unread the first unread stands for its story', async () => {
  await changePostings(
    story.database,
    story.reader,
    [await story.idOf('First')],
    { isRead: true },
    referenceAt,
  )
  expect(await story.titles({ show: 'unread' })).toEqual(['Other', 'Second', 'Another'])
  expect(await story.titles({ show: 'all' })).toEqual(['Other', 'Another', 'First'])
})

test('a story can be shown separately, and as one again, whatever else joins it', async () => {
  expect(
    await setStorySplit(story.database, story.reader, await story.idOf('Third'), true, referenceAt),
  ).toBe(true)
  expect(await story.titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
  await story.database.posting.updateMany({
    where: { clusterId: { not: null }, id: { in: story.ids } },
    data: { clusterId: 1n },
  })
  expect(await story.titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
  expect(
    await setStorySplit(story.database, story.reader, await story.idOf('First'), false, referenceAt),
  ).toBe(true)
  expect(await story.titles()).toEqual(['Other', 'Another', 'First'])
})

test('who wants every posting gets every posting', async () => {
  await changeReadingSettings(story.database, story.reader, { showsStoryOnce: false })
  expect(await story.titles()).toEqual(['Other', 'Third', 'Second', 'Another', 'First'])
})

test('what a muted source tells hides nothing and is not named; its own list has it', async () => {
  await story.database.subscription.updateMany({
    where: { subscriberId: story.reader, sourceId: story.of(0) },
    data: { isMuted: true },
  })
  expect(await story.titles()).toEqual(['Second', 'Another'])
  const { postings } = await listPostings(story.database, story.reader, postingFilter.parse({}), {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  expect(postings[0]?.alsoIn.map(({ sourceId }) => sourceId)).toEqual([story.of(2)])
  expect(await story.titles({ sourceId: story.of(0) })).toEqual(['Other', 'First'])
})

test('what is kept to read later is shown each', async () => {
  await changePostings(
    story.database,
    story.reader,
    [await story.idOf('Third'), await story.idOf('First')],
    { isLater: true },
    referenceAt,
  )
  expect(await story.titles({ later: true })).toEqual(['Third', 'First'])
})

test('a label folds what it shows: of its sources, and what has it itself', async () => {
  const { id: labelId } = await story.database.label.create({
    data: { subscriberId: story.reader, name: 'Sea' },
  })
  const { id: subscriptionId } = await story.database.subscription.findFirstOrThrow({
    where: { subscriberId: story.reader, sourceId: story.of(2) },
  })
  await story.database.subscriptionLabel.create({ data: { labelId, subscriptionId } })
  expect(await story.titles({ labelId })).toEqual(['Third', 'Another'])
  const second = await story.idOf('Second')
  await changePostings(story.database, story.reader, [second], { isRead: false }, referenceAt)
  await story.database.postingLabel.create({
    data: { labelId, subscriberId: story.reader, postingId: second },
  })
  expect(await story.titles({ labelId })).toEqual(['Second', 'Another'])
  await changePostings(story.database, story.reader, [second], { isRead: true }, referenceAt)
  expect(await story.titles({ labelId, show: 'unread' })).toEqual(['Third', 'Another'])
})
