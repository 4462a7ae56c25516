import { afterEach, beforeEach, expect, test } from 'vitest'
import { promiseMs } from '#lib/policy/promise.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { refreshFreshnessWhenDue, refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { addReader } from '#tests/support/world/reading.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 0, 20, 12)

let database: Database
let stop: () => Promise<void>
let ids: number[]
beforeEach(async () => {
  ;({ database, stop } = await openTestDatabase())
  const reader = await addReader(database, 'ada')
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, delayMs: 3 * minuteMs, subscriberIds: [reader] },
      { name: 'calm', postingsPerDay: 1, delayMs: minuteMs, subscriberIds: [reader] },
      { name: 'lone', postingsPerDay: 2, delayMs: minuteMs, subscriberIds: [] },
      { name: 'rare', postingsPerDay: 0.25, subscriberIds: [reader] },
    ],
    now,
  )
})
afterEach(() => stop())

function freshness(place: number) {
  return database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: ids[place] ?? 0 } })
}

/** A posting besides: found so long before now, so long after its publication (null: no time that is believed). */
async function addPosting(place: number, agoMs: number, delayMs: number | null, more: object = {}) {
  const foundAt = new Date(now - agoMs)
  const count = await database.posting.count()
  const publishedAt = delayMs === null ? null : new Date(now - agoMs - delayMs)
  const text = { title: '', html: '', excerpt: '', contentHash: '' }
  const facts = { key: `more-${count}`, sourceId: ids[place] ?? 0, publishedAt, foundAt, shownAt: foundAt }
  await database.posting.create({ data: { ...text, ...facts, isInitial: false, ...more } })
}

/** The figures of a source from its stored postings, counted here. */
async function countedHere(place: number) {
  const rows = await database.posting.findMany({
    where: {
      sourceId: ids[place] ?? 0,
      isInitial: false,
      foundAt: { gte: new Date(now - 30 * dayMs), lte: new Date(now) },
    },
  })
  const delays = rows
    .flatMap(({ foundAt, publishedAt }) =>
      publishedAt === null ? [] : [foundAt.getTime() - publishedAt.getTime()],
    )
    .sort((a, b) => a - b)
  const at = (share: number) => delays[Math.ceil(share * delays.length) - 1]
  const within = (limitMs: number) => delays.filter((delay) => delay <= limitMs).length / delays.length
  return {
    count: delays.length,
    withoutExactTime: rows.length - delays.length,
    medianMs: at(0.5),
    p90Ms: at(0.9),
    within5: expect.closeTo(within(5 * minuteMs), 9) as number,
    within15: expect.closeTo(within(15 * minuteMs), 9) as number,
    within60: expect.closeTo(within(hourMs), 9) as number,
    meanMs: expect.closeTo(delays.reduce((sum, delay) => sum + delay, 0) / delays.length, 3) as number,
  }
}

test('its figures are those of the stored postings of 30 days, first documents and other times apart', async () => {
  await addPosting(0, dayMs, 10 * minuteMs)
  await addPosting(0, 2 * dayMs, 50 * minuteMs)
  await addPosting(0, 3 * dayMs, 5 * hourMs)
  await addPosting(0, 3 * dayMs, null)
  await addPosting(0, dayMs, 9 * dayMs, { isInitial: true })
  await addPosting(0, 31 * dayMs, 9 * dayMs)
  await addPosting(0, -hourMs, 9 * dayMs) // after `now`
  await refreshSourceFreshness(database, now)
  expect(await freshness(0)).toMatchObject(await countedHere(0))
  expect(await freshness(1)).toMatchObject(await countedHere(1))
  expect(await freshness(0)).toMatchObject({ count: 171, withoutExactTime: 1 })
})

test('it keeps the median of each UTC day', async () => {
  await addPosting(3, 26 * hourMs, 40 * minuteMs)
  await addPosting(3, 27 * hourMs, 20 * minuteMs)
  await addPosting(3, 28 * hourMs, 10 * minuteMs)
  await refreshSourceFreshness(database, now)
  const { dailyMedianMs } = await freshness(3)
  expect(dailyMedianMs).toHaveLength(30)
  expect(dailyMedianMs.slice(-2)).toEqual([20 * minuteMs, -1])
})

test('the promise is that of the plan in force; without one nothing is promised', async () => {
  await refreshSourceFreshness(database, now)
  const { plan } = await database.source.findUniqueOrThrow({
    where: { id: ids[0] ?? 0 },
    include: { plan: true },
  })
  const promised = plan === null ? null : promiseMs(toSourcePlan(plan))
  expect(promised).toBeGreaterThan(0)
  expect(Number((await freshness(0)).promiseMs)).toBe(promised)
  expect(await freshness(2)).toMatchObject({ promiseMs: null, state: 'learning', keptShare: null })
})

test('kept by the last 20, or 7 days where they are more; learning below 8; since when it stands', async () => {
  await refreshSourceFreshness(database, now)
  expect(await freshness(0)).toMatchObject({ state: 'kept', keptShare: 1, cause: null })
  expect((await freshness(3)).state).toBe('learning')
  const since = (await freshness(0)).stateSince
  await refreshSourceFreshness(database, now + 60_000)
  expect((await freshness(0)).stateSince).toEqual(since)
})

test('where 7 days hold more than 20, they are what counts', async () => {
  for (let count = 0; count < 25; count++) await addPosting(0, hourMs + count * minuteMs, 20 * dayMs)
  await refreshSourceFreshness(database, now)
  const { promiseMs: promised, keptShare } = await freshness(0)
  const ofWeek = await database.posting.findMany({
    where: { sourceId: ids[0] ?? 0, foundAt: { gte: new Date(now - 7 * dayMs) } },
  })
  const kept = ofWeek.filter(
    ({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0) <= Number(promised),
  )
  expect(kept.length).toBeGreaterThan(60)
  expect(keptShare).toBeCloseTo(kept.length / ofWeek.length, 9)
})

async function addPoll(place: number, code: Reason['code']): Promise<bigint> {
  const at = new Date(now - hourMs)
  const facts = {
    startedAt: at,
    finishedAt: at,
    outcome: 'fetched',
    factOutcome: 'changed',
    consecutiveFailures: 0,
  }
  const { id } = await database.poll.create({
    data: { ...facts, sourceId: ids[place] ?? 0, plannedReason: { code, values: {} } },
  })
  return id
}

test.each([
  ['retry', 'outage'],
  ['waitUntil', 'host'],
  ['quiet', 'hint'],
  ['price', 'budget'],
  ['asked', null],
] as const)('broken when too many came late, and why: polls of %s', async (code, cause) => {
  const pollId = await addPoll(1, code)
  for (let count = 0; count < 10; count++)
    await addPosting(1, hourMs + count * minuteMs, 20 * dayMs, { pollId })
  await refreshSourceFreshness(database, now)
  const { state, keptShare, stateSince, ...row } = await freshness(1)
  expect({ state, cause: row.cause, stateSince: stateSince.getTime() }).toEqual({
    state: 'broken',
    cause,
    stateSince: now,
  })
  const latest = await database.posting.findMany({
    where: { sourceId: ids[1] ?? 0, publishedAt: { not: null } },
    orderBy: [{ foundAt: 'desc' }, { id: 'desc' }],
    take: 20,
  })
  const kept = latest.filter(
    ({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0) <= Number(row.promiseMs),
  )
  expect(keptShare).toBe(kept.length / 20)
})

test('it is refreshed once an hour, and after a planning', async () => {
  expect(await refreshFreshnessWhenDue(database, now)).toBe(true)
  expect(await refreshFreshnessWhenDue(database, now + 59 * minuteMs)).toBe(false)
  await database.planningRun.updateMany({ data: { madeAt: new Date(now + 30 * minuteMs) } })
  expect(await refreshFreshnessWhenDue(database, now + 40 * minuteMs)).toBe(true)
  expect(await refreshFreshnessWhenDue(database, now + 100 * minuteMs)).toBe(true)
})

test('many plannings in a row are not each followed by a refresh: 3 ms for each source lie between', async () => {
  await refreshFreshnessWhenDue(database, now)
  await database.planningRun.updateMany({ data: { madeAt: new Date(now + 1) } })
  const between = 3 * (await database.sourceFreshness.count())
  expect(between).toBeGreaterThan(3)
  expect(await refreshFreshnessWhenDue(database, now + between - 1)).toBe(false)
  expect(await refreshFreshnessWhenDue(database, now + between)).toBe(true)
})

test('single sources are refreshed alone, archives not at all', async () => {
  const first = ids[0] ?? 0
  const second = ids[1] ?? 0
  await database.source.update({
    where: { id: second },
    data: { archiveOwner: { connect: { id: (await database.user.findFirstOrThrow()).id } } },
  })
  await refreshSourceFreshness(database, now, [first, second])
  expect(await database.sourceFreshness.findMany({ select: { sourceId: true } })).toEqual([
    { sourceId: first },
  ])
})
