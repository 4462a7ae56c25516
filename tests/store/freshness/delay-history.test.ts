import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { readDelayHistory } from '#lib/store/freshness/delay-history.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { addReader } from '#tests/support/world/reading.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 0, 20, 12)
const since = now - 7 * dayMs

let database: Database
let stop: () => Promise<void>
let id: number
beforeEach(async () => {
  ;({ database, stop } = await openTestDatabase())
  const reader = await addReader(database, 'ada')
  const facts = { name: 'brisk', postingsPerDay: 12, delayMs: hourMs, subscriberIds: [reader] }
  id = (await addPlannedSources(database, [facts], now))[0] ?? 0
})
afterEach(() => stop())

/** A poll that took a second, so many hours before now. */
function addPoll(hoursAgo: number, outcome: string, code?: string) {
  const finishedAt = new Date(now - hoursAgo * hourMs)
  const error = code === undefined ? {} : { error: { code, values: {} } }
  const startedAt = new Date(finishedAt.getTime() - 1000)
  const facts = { factOutcome: 'failed', consecutiveFailures: 0, ...error }
  return database.poll.create({ data: { sourceId: id, startedAt, finishedAt, outcome, ...facts } })
}

const at = (hoursAgo: number, ms = 0) => new Date(now - hoursAgo * hourMs + ms).toISOString()

test('an outage lasts from the first poll that failed to the first that was answered again', async () => {
  await addPoll(200, 'failed') // before the time asked for
  await addPoll(100, 'fetched')
  await addPoll(90, 'failed')
  await addPoll(89, 'failed', 'hostDown')
  await addPoll(80, 'opted-out') // not asked: says nothing
  await addPoll(70, 'not-modified')
  await addPoll(60, 'throttled')
  await addPoll(59, 'fetched')
  await addPoll(2, 'failed')
  expect((await readDelayHistory(database, id, since)).outages).toEqual([
    { from: at(90, -1000), until: at(70), kind: 'host' },
    { from: at(60, -1000), until: at(59), kind: 'source' },
    { from: at(2, -1000), until: null, kind: 'source' },
  ])
})

test('days whose polls are rolled up are outages where none was answered, in a row one', async () => {
  const dayOf = (daysAgo: number) => new Date(Math.floor(now / dayMs) * dayMs - daysAgo * dayMs)
  const days = [
    { day: dayOf(6), failed: 3 },
    { day: dayOf(5), failed: 2 },
    { day: dayOf(4), failed: 2, fetched: 1 },
    { day: dayOf(3), fetched: 9 },
  ]
  await database.pollDay.createMany({
    data: days.map((day) => ({ ...day, sourceId: id, lagCounts: [], delayCounts: [] })),
  })
  expect((await readDelayHistory(database, id, since)).outages).toEqual([
    { from: dayOf(6).toISOString(), until: dayOf(4).toISOString(), kind: 'source' },
  ])
})

test('an article without a title goes by its first words, else by its address', async () => {
  const titles = async () =>
    new Set((await readDelayHistory(database, id, 0)).delays.map(({ title }) => title))
  await database.posting.updateMany({
    data: { title: '', excerpt: 'The first swallow.', url: 'https://a.example/' },
  })
  expect([...(await titles())]).toEqual(['The first swallow.'])
  await database.posting.updateMany({ data: { excerpt: `A ${'swallow '.repeat(30)}` } })
  // As it is cut among the dots of a month.
  expect([...(await titles())]).toEqual([`A ${'swallow '.repeat(19)}swall…`])
  await database.posting.updateMany({ data: { excerpt: '' } })
  expect([...(await titles())]).toEqual(['https://a.example/'])
})

test('a promise has a span from each change of its state on, for a year', async () => {
  await refreshSourceFreshness(database, now - 3 * dayMs)
  await refreshSourceFreshness(database, now - 2 * dayMs)
  const states = async () => (await readDelayHistory(database, id, since)).promises.map(({ state }) => state)
  const { state } = await database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: id } })
  expect(await states()).toEqual([state]) // nothing changed in between
  await database.posting.deleteMany({ where: { sourceId: id } })
  await refreshSourceFreshness(database, now - dayMs)
  expect(await states()).toEqual([state, 'learning'])
  const stored = await database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: id } })
  const { promises } = await readDelayHistory(database, id, since)
  expect(promises.at(-1)).toEqual({
    from: stored.stateSince.toISOString(),
    state: 'learning',
    promiseMs: stored.promiseMs === null ? null : Number(stored.promiseMs),
  })
  expect((await readDelayHistory(database, id, now)).promises).toHaveLength(1) // the one in force
  await refreshSourceFreshness(database, now + 400 * dayMs)
  expect(await database.promiseChange.findMany({ select: { state: true } })).toEqual([{ state: 'learning' }])
})
