import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { readDayNumbers, readFreshCount } from '#lib/store/freshness/day-numbers.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const minuteMs = 60_000
const { database } = await fileDatabase()

test('the fresh list leaves out what was there before anybody subscribed, and does not count it', async () => {
  const reader = await addReader(database, 'newcomer')
  const { sourceId } = await addSubscription(database, reader, 'New')
  await addPostings(database, sourceId, [
    { title: 'Before', shownAt: referenceAt, isInitial: true },
    { title: 'Since', shownAt: referenceAt },
  ])
  const filter = postingFilter.parse({ show: 'all', freshMinutes: '20' })
  const { postings } = await listPostings(database, reader, filter, {
    after: null,
    limit: 9,
    now: referenceAt,
  })
  expect(postings.map(({ title }) => title)).toEqual(['Since'])
  expect(await readFreshCount(database, reader, 20, referenceAt)).toEqual({ unread: 1 })
})

test('the fresh list shows a story once, by the first posting young enough for it, and counts what it shows', async () => {
  const reader = await addReader(database, 'reader')
  const told: bigint[] = []
  for (const [name, minutes] of [
    ['First', 0],
    ['Second', 6],
    ['Third', 19],
  ] as const) {
    const { sourceId } = await addSubscription(database, reader, name)
    const shownAt = referenceAt + minutes * minuteMs
    told.push(...(await addPostings(database, sourceId, [{ title: name, shownAt }])))
    await addPostings(database, sourceId, [{ title: `Other of ${name}`, shownAt }])
  }
  await database.posting.updateMany({ where: { id: { in: told } }, data: { clusterId: told[0] ?? null } })
  const seen = async (minutesLater: number) => {
    const now = referenceAt + minutesLater * minuteMs
    const filter = postingFilter.parse({ show: 'unread', freshMinutes: '20' })
    const { postings } = await listPostings(database, reader, filter, { after: null, limit: 50, now })
    const { fresh } = await readDayNumbers(database, reader, 20, now)
    expect(fresh).toEqual({ unread: postings.length })
    expect(await readFreshCount(database, reader, 20, now)).toEqual(fresh)
    return postings.map(({ title, alsoIn }) => [title, alsoIn.length]).toSorted()
  }
  const others = ['First', 'Second', 'Third'].map((name) => [`Other of ${name}`, 0])
  expect(await seen(20)).toEqual([['First', 2], ...others])
  expect(await seen(23)).toEqual([...others.slice(1), ['Second', 2]])
  await changeReadingSettings(database, reader, { showsStoryOnce: false })
  expect(await seen(23)).toEqual([...others.slice(1), ['Second', 0], ['Third', 0]])
})
