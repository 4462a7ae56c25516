import { expect, test } from 'vitest'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { listRestOfStories, readOpenedStories } from '#lib/store/stories/read-stories.ts'
import { setStorySplit } from '#lib/store/stories/stories.ts'
import { toldStoryOfEachTest } from '#tests/support/world/told-story.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const opened = { isOpened: true }
const story = toldStoryOfEachTest()

test('only own stories can be split', async () => {
  expect(
    await setStorySplit(story.database, story.reader, await story.idOf('Elsewhere'), true, referenceAt),
  ).toBe(false)
  expect(
    await setStorySplit(story.database, story.reader, await story.idOf('Other'), true, referenceAt),
  ).toBe(false)
  expect(await story.database.storySplit.count({ where: { subscriberId: story.reader } })).toBe(0)
})

test('opening one reads the others of the story that are unread, unless one does not want that', async () => {
  const first = await story.idOf('First')
  expect((await listRestOfStories(story.database, story.reader, [first], opened)).sort()).toEqual(
    [await story.idOf('Second'), await story.idOf('Third')].sort(),
  )
  await changePostings(
    story.database,
    story.reader,
    [await story.idOf('Third')],
    { isRead: true },
    referenceAt,
  )
  expect(await listRestOfStories(story.database, story.reader, [first], opened)).toEqual([
    await story.idOf('Second'),
  ])
  await changeReadingSettings(story.database, story.reader, { readsWholeStory: false })
  expect(await listRestOfStories(story.database, story.reader, [first], opened)).toEqual([])
})

test('what comes later to a story that was opened is read; to one that was only marked, it is not', async () => {
  const first = await story.idOf('First')
  const third = await story.idOf('Third')
  await changePostings(story.database, story.reader, [first], { isRead: true }, referenceAt)
  await story.database.$transaction((transaction) => readOpenedStories(transaction, [third], referenceAt))
  expect(await story.titles({ show: 'unread' })).toContain('Second')
  await changePostings(story.database, story.reader, [first], { seen: true }, referenceAt)
  await story.database.$transaction((transaction) => readOpenedStories(transaction, [third], referenceAt))
  const states = await story.database.postingState.findMany({
    where: { subscriberId: story.reader, postingId: third },
  })
  expect(states).toMatchObject([{ isRead: true, seenAt: null }])
})

test('postings of one source are never folded under each other, and none is read with another', async () => {
  const clusterId = await story.idOf('First')
  const told = { title: { in: ['First', 'Other', 'Second', 'Third'] }, id: { in: story.ids } }
  await story.database.posting.updateMany({ where: told, data: { clusterId } })
  expect(await story.titles()).toEqual(['Other', 'Another', 'First'])
  const rest = await listRestOfStories(
    story.database,
    story.reader,
    [clusterId, await story.idOf('Second')],
    opened,
  )
  expect(rest).toEqual([await story.idOf('Third')])
  await changePostings(story.database, story.reader, [clusterId], { isRead: true, seen: true }, referenceAt)
  const other = await story.idOf('Other')
  await story.database.$transaction((transaction) => readOpenedStories(transaction, [other], referenceAt))
  expect(
    await story.database.postingState.count({ where: { subscriberId: story.reader, postingId: other } }),
  ).toBe(0)
})
