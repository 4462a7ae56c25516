import { expect, test } from 'vitest'
import * as statistics from '#app/api/v1/statistics/route.ts'
import type { ReadingStatistics } from '#lib/api/sources/sources.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const dayMs = 86_400_000
const { database } = await serverDatabaseOfFile()

test('what was opened and starred is counted by month and by source, for each subscriber alone', async () => {
  const ada = await addSubscriber(database, { name: 'ada' })
  const bob = await addSubscriber(database, { name: 'bob' })
  const now = systemClock.now()
  const [loud = 0, loved = 0] = await addPlannedSources(
    database,
    [
      { name: 'loud', postingsPerDay: 4, subscriberIds: [ada.id, bob.id] },
      { name: 'loved', postingsPerDay: 1, subscriberIds: [ada.id] },
    ],
    now,
  )
  await refreshSourceFreshness(database, now)
  const postingsOf = (sourceId: number) =>
    database.posting.findMany({
      where: { sourceId, isInitial: false, foundAt: { lte: new Date(now) } },
      orderBy: { id: 'desc' },
    })
  const ofLoud = await postingsOf(loud)
  const ofLoved = await postingsOf(loved)
  const mark = (posting: (typeof ofLoud)[number], acts: { seenAt?: Date; starredAt?: Date }) =>
    database.postingState.create({
      data: {
        subscriberId: ada.id,
        postingId: posting.id,
        sourceId: posting.sourceId,
        isRead: true,
        ...acts,
      },
    })
  const [first] = ofLoud
  if (first !== undefined) await mark(first, { seenAt: new Date(now) })
  for (const posting of ofLoved.slice(0, 3)) await mark(posting, { seenAt: new Date(now) })
  const [, , , fourth] = ofLoved
  // Starred and opened long ago: in its month, and among the stars of all time, but not in the last 30 days.
  const longAgo = new Date(now - 100 * dayMs)
  if (fourth !== undefined) await mark(fourth, { seenAt: longAgo, starredAt: longAgo })
  const read = async (token: string) =>
    (await callRoute(token, { module: statistics })).body as unknown as ReadingStatistics
  const told = await read(ada.token)
  expect(told).toMatchObject({ found: ofLoud.length + ofLoved.length, opened: 4, starred: 1 })
  const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())).toISOString()
  expect(told.months).toHaveLength(12)
  expect(told.months.at(-1)).toEqual({ from: monthOf(new Date(now)), opened: 4, starred: 0 })
  expect(told.months.find(({ from }) => from === monthOf(longAgo))).toMatchObject({ opened: 1, starred: 1 })
  expect(told.mostOpened.map(({ title, opened }) => [title, opened])).toEqual([['loved', 3]])
  expect(told.leastOpened.map(({ title }) => title)).toEqual(['loud'])
  expect(told.mostStarred.map(({ title, starred }) => [title, starred])).toEqual([['loved', 1]])
  expect(await read(bob.token)).toMatchObject({ opened: 0, starred: 0, mostOpened: [], mostStarred: [] })
})
