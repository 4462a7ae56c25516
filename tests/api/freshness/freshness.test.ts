import { beforeAll, expect, test } from 'vitest'
import * as freshness from '#app/api/v1/freshness/route.ts'
import * as day from '#app/api/v1/freshness/day/route.ts'
import * as month from '#app/api/v1/freshness/month/route.ts'
import * as summary from '#app/api/v1/freshness/summary/route.ts'
import * as saving from '#app/api/v1/freshness/saving/route.ts'
import * as weekly from '#app/api/v1/freshness/weeks/route.ts'
import type {
  FreshnessDay,
  FreshnessMonth,
  FreshnessSourcesAnswer,
  FreshnessWeeks,
  ReadingFreshness,
  WeekSaving,
} from '#lib/api/freshness/freshness.ts'
import { hourlyDelayMs, savedMs } from '#lib/api/freshness/hourly-check.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const minuteMs = 60_000
const { database } = await serverDatabaseOfFile()
let token: string
let ids: number[]

beforeAll(async () => {
  const ada = await addSubscriber(database, { name: 'ada' })
  const bob = await addSubscriber(database, { name: 'bob' })
  token = ada.token
  const now = systemClock.now()
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, delayMs: 3 * minuteMs, subscriberIds: [ada.id, bob.id] },
      { name: 'slow', postingsPerDay: 4, delayMs: 3000 * minuteMs, subscriberIds: [ada.id] },
      { name: 'foreign', postingsPerDay: 4, delayMs: 9000 * minuteMs, subscriberIds: [bob.id] },
    ],
    now,
  )
  await database.subscription.updateMany({ data: { createdAt: new Date(0) } })
  const folder = await database.folder.create({ data: { name: 'Coast', subscriberId: ada.id } })
  await database.subscription.updateMany({
    where: { subscriberId: ada.id, sourceId: ids[1] ?? 0 },
    data: { folderId: folder.id, title: 'My slow one' },
  })
  await refreshSourceFreshness(database, now)
})

async function read(query = ''): Promise<FreshnessSourcesAnswer> {
  const answered = await callRoute(token, { module: freshness, query: query === '' ? '' : `?${query}` })
  expect(answered.status).toBe(200)
  return answered.body as unknown as FreshnessSourcesAnswer
}

async function readReading(): Promise<ReadingFreshness> {
  return (await callRoute(token, { module: summary })).body as unknown as ReadingFreshness
}

/** Delays of the stored postings of these sources, counted here. */
async function delaysOf(sourceIds: readonly number[], hours = 30 * 24): Promise<number[]> {
  const since = new Date(systemClock.now() - hours * 60 * minuteMs)
  const rows = await database.posting.findMany({
    where: {
      sourceId: { in: [...sourceIds] },
      isInitial: false,
      foundAt: { gte: since, lte: new Date(systemClock.now()) },
    },
  })
  return rows
    .flatMap(({ foundAt, publishedAt }) =>
      publishedAt === null ? [] : [foundAt.getTime() - publishedAt.getTime()],
    )
    .sort((a, b) => a - b)
}

test('the whole and each folder equal a count of the stored postings; other subscribers’ are left out', async () => {
  const { overall, folders } = await readReading()
  const all = await delaysOf(ids.slice(0, 2))
  const at = (share: number) => all[Math.ceil(share * all.length) - 1]
  expect(overall).toMatchObject({ count: all.length, medianMs: at(0.5), p90Ms: at(0.9) })
  expect(overall.within5).toBeCloseTo(all.filter((delay) => delay <= 5 * minuteMs).length / all.length, 9)
  expect(folders.map(({ name, count }) => [name, count])).toEqual([
    ['Coast', (await delaysOf(ids.slice(1, 2))).length],
    [null, (await delaysOf(ids.slice(0, 1))).length],
  ])
})

test('sources are the stored rows, broken promises first, by the subscriber’s own names', async () => {
  const { sources, measured, broken } = await read()
  expect(sources.map(({ title, state }) => [title, state])).toEqual([
    ['My slow one', 'broken'],
    ['brisk', 'kept'],
  ])
  expect([measured, broken]).toEqual([2, 1])
  const row = await database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: ids[1] ?? 0 } })
  expect(sources[0]).toEqual({
    sourceId: ids[1],
    title: 'My slow one',
    count: row.count,
    state: 'broken',
    cause: row.cause,
    medianMs: row.medianMs,
    p90Ms: row.p90Ms,
    promiseMs: Number(row.promiseMs),
    keptShare: row.keptShare,
    stateSince: row.stateSince.toISOString(),
  })
})

test('they are ordered and cut as asked, and by nothing else', async () => {
  const { sources, measured } = await read('sort=median&limit=1')
  expect(sources.map(({ sourceId }) => sourceId)).toEqual([ids[1]])
  expect(measured).toBe(2)
  const promises = (await read('sort=promise')).sources.map(({ promiseMs }) => promiseMs ?? 0)
  expect(promises).toEqual(promises.toSorted((a, b) => b - a))
  expect((await callRoute(token, { module: freshness, query: '?sort=weight' })).status).toBe(400)
})

test('they are found by a part of the name and by their promise', async () => {
  const titles = async (query: string) => {
    const { sources, found } = await read(query)
    expect(found).toBe(sources.length)
    return sources.map(({ title }) => title)
  }
  expect(await titles('search=SLOW')).toEqual(['My slow one'])
  expect(await titles('search=%25')).toEqual([])
  expect(await titles('state=kept')).toEqual(['brisk'])
  expect(await titles('state=kept&search=slow')).toEqual([])
  expect(await titles('sort=title')).toEqual(['brisk', 'My slow one'])
  expect((await read('state=broken&limit=1')).found).toBe(1)
})

function mondayOf(at: Date): string {
  const days = Math.floor(at.getTime() / (24 * 60 * minuteMs))
  return new Date((days - ((at.getUTCDay() + 6) % 7)) * 24 * 60 * minuteMs).toISOString()
}

test('weeks are those of the stored postings of all the subscriber’s sources', async () => {
  const { weeks } = (await callRoute(token, { module: weekly })).body as unknown as FreshnessWeeks
  const rows = await database.posting.findMany({
    where: { sourceId: { in: ids.slice(0, 2) }, isInitial: false },
  })
  const found = rows.filter(({ foundAt }) => foundAt.getTime() <= systemClock.now())
  const mondays = [...new Set(found.map(({ foundAt }) => mondayOf(foundAt)))].toSorted()
  expect(weeks.map(({ from }) => from)).toEqual(mondays)
  for (const { from, count, medianMs, within60 } of weeks) {
    const delays = found
      .filter(({ foundAt }) => mondayOf(foundAt) === from)
      .map(({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0))
      .sort((a, b) => a - b)
    expect([count, medianMs]).toEqual([delays.length, delays[Math.ceil(delays.length / 2) - 1]])
    expect(within60).toBeCloseTo(delays.filter((ms) => ms <= 60 * minuteMs).length / delays.length, 9)
  }
})

test('ended weeks are stored, and read from there with what came since', async () => {
  const read = async () =>
    ((await callRoute(token, { module: weekly })).body as unknown as FreshnessWeeks).weeks
  await database.sourceWeek.deleteMany()
  await database.sourceFreshness.updateMany({ data: { weeksThrough: null } })
  const counted = await read()
  await refreshSourceFreshness(database, systemClock.now())
  expect(await database.sourceWeek.count()).toBeGreaterThan(0)
  expect(await read()).toEqual(counted)
  // On a Monday nothing may have been found in the present one, and the last one is stored ten minutes after its end.
  const present = mondayOf(new Date(systemClock.now() - 10 * minuteMs))
  const isEnded = ({ from }: { readonly from: string }) => from < present
  const going = counted.filter((week) => !isEnded(week))
  await database.sourceWeek.updateMany({ data: { delaysMs: [1, 2] } })
  const stored = await read()
  expect(stored.filter((week) => !isEnded(week))).toEqual(going)
  const ended = stored.filter(isEnded)
  expect(ended.length).toBeGreaterThan(0) // one alone late on a Sunday
  for (const { count, medianMs } of ended) {
    expect(count % 2).toBe(0)
    expect(medianMs).toBe(1)
  }
  // A second measuring leaves them; a week that is missing is counted again.
  await refreshSourceFreshness(database, systemClock.now())
  expect(await read()).toEqual(stored)
  await database.sourceFreshness.updateMany({ data: { weeksThrough: null } })
  await refreshSourceFreshness(database, systemClock.now())
  expect(await read()).toEqual(counted)
})

test('the last 24 hours equal a count of what was found in them', async () => {
  const answered = (await callRoute(token, { module: day })).body as unknown as FreshnessDay
  const delays = (await delaysOf(ids.slice(0, 2), 24)).toSorted((a, b) => a - b)
  const at = (share: number) => delays[Math.ceil(share * delays.length) - 1]
  expect(answered).toMatchObject({ count: delays.length, medianMs: at(0.5), p90Ms: at(0.9) })
  expect(answered.hours).toHaveLength(24)
  expect(answered.hours.filter((ms) => ms !== null).length).toBeGreaterThan(5)
})

test('each exactly timed posting of the month is a dot, late where its source promised more', async () => {
  const read = async () => (await callRoute(token, { module: month })).body as unknown as FreshnessMonth
  const { dots, isSample } = await read()
  expect(isSample).toBe(false)
  expect(dots.map(({ delayMs }) => delayMs).toSorted((a, b) => a - b)).toEqual(
    await delaysOf(ids.slice(0, 2)),
  )
  expect(new Set(dots.map(({ source, isLate }) => `${source} ${isLate}`))).toEqual(
    new Set(['brisk false', 'My slow one true']),
  )
  // Who reads twice as many as a picture shows sees a half of each source, from all over the month.
  await database.sourceFreshness.updateMany({ data: { count: 1_000 } })
  const half = await read()
  expect(half.isSample).toBe(true)
  const all = new Set(dots.map(({ postingId }) => postingId))
  expect(half.dots.filter(({ postingId }) => !all.has(postingId))).toEqual([])
  expect(half.dots.length).toBeGreaterThan(0)
  expect(half.dots.length).toBeLessThan(dots.length)
  await refreshSourceFreshness(database, systemClock.now())
})

test('the saving of the week is the sum of what each stored posting saved, found late or early', async () => {
  const answered = (await callRoute(token, { module: saving })).body as unknown as WeekSaving
  const since = new Date(systemClock.now() - 7 * 24 * 60 * minuteMs)
  const rows = await database.posting.findMany({
    where: {
      sourceId: { in: ids.slice(0, 2) },
      isInitial: false,
      publishedAt: { not: null },
      foundAt: { gte: since, lte: new Date(systemClock.now()) },
    },
  })
  const each = rows.map(({ sourceId, publishedAt, foundAt }) => {
    const at = publishedAt?.getTime() ?? NaN
    return {
      saved: savedMs(sourceId, { publishedAt: at, foundAt: foundAt.getTime() }) ?? NaN,
      hourly: hourlyDelayMs(sourceId, at),
    }
  })
  const rising = each.map(({ hourly }) => hourly).sort((a, b) => a - b)
  expect(answered).toMatchObject({
    count: rows.length,
    isEnough: true,
    savedMs: each.reduce((sum, { saved }) => sum + saved, 0),
    later: each.filter(({ saved }) => saved < 0).length,
    hourlyMedianMs: rising[Math.ceil(rising.length / 2) - 1],
  })
  // The slow one is found after two days: that is counted as it is.
  expect(answered.later).toBeGreaterThan(0)
  expect(answered.traces).toHaveLength(Math.min(120, rows.length))
  const stored = new Set(each.map(({ hourly }) => hourly))
  expect(answered.traces.filter(({ hourlyMs }) => !stored.has(hourlyMs))).toEqual([])
})

test('a day with few postings is not called a week, and what another one reads is not counted', async () => {
  const cleo = await addSubscriber(database, { name: 'cleo' })
  const read = async () => (await callRoute(cleo.token, { module: saving })).body as unknown as WeekSaving
  expect(await read()).toEqual({
    count: 0,
    isEnough: false,
    savedMs: 0,
    later: 0,
    medianMs: null,
    hourlyMedianMs: null,
    traces: [],
  })
  const now = systemClock.now()
  const { id } = await database.source.create({
    data: {
      url: 'https://fast.example/feed',
      title: 'fast',
      host: { create: { name: 'fast.example' } },
      subscriptions: { create: { subscriberId: cleo.id, createdAt: new Date(now - 27 * 60 * minuteMs) } },
    },
  })
  const add = (key: string, minutesAgo: number) => {
    const foundAt = new Date(now - minutesAgo * minuteMs)
    const publishedAt = new Date(foundAt.getTime() - minuteMs)
    return database.posting.create({
      data: {
        key,
        title: key,
        html: '',
        excerpt: '',
        contentHash: '',
        isInitial: false,
        sourceId: id,
        publishedAt,
        foundAt,
        shownAt: foundAt,
      },
    })
  }
  for (let index = 0; index < 24; index += 1) await add(`today-${String(index)}`, 5 + index * 10)
  expect(await read()).toMatchObject({ count: 24, isEnough: false })
  await add('yesterday', 26 * 60)
  expect(await read()).toMatchObject({ count: 25, isEnough: true })
  await add('before cleo subscribed', 28 * 60)
  expect(await read()).toMatchObject({ count: 25 })
})
