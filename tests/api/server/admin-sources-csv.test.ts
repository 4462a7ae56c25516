import { beforeAll, expect, test } from 'vitest'
import { GET as getCsv } from '#app/api/v1/admin/sources/csv/route.ts'
import { GET as getPage } from '#app/api/v1/admin/sources/route.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { AdminSourcesPage } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const minuteMs = 60_000
const { database } = await serverDatabaseOfFile()
let token: string
let ids: number[]

beforeAll(async () => {
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  token = ada.token
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, delayMs: 5 * minuteMs, subscriberIds: [ada.id] },
      { name: 'calm', postingsPerDay: 1, delayMs: 90 * minuteMs, subscriberIds: [ada.id] },
    ],
    Date.now(),
  )
  await database.source.update({
    where: { id: ids[1] },
    data: { title: '=HYPERLINK("https://evil.example"),\n"x"' },
  })
  const since = new Date('2026-01-01T00:00:00Z')
  await database.sourceFreshness.create({
    data: {
      sourceId: ids[0] ?? 0,
      countedAt: since,
      count: 168,
      meanMs: 301_000,
      medianMs: 300_000,
      p90Ms: 420_000,
      dailyMedianMs: [-1, 300_000],
      promiseMs: 540_000n,
      keptShare: 0.85,
      state: 'broken',
      stateSince: since,
      cause: 'host',
    },
  })
})

async function page(query = ''): Promise<AdminSourcesPage> {
  const answer = await getPage(requestWith(token, `/api/v1/admin/sources?${query}`), noParams)
  return (await answer.json()) as AdminSourcesPage
}

async function csv(query = ''): Promise<string> {
  const answer = await getCsv(requestWith(token, `/api/v1/admin/sources/csv?${query}`), noParams)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
  return answer.text()
}

test('delays, days and promise of a row are the stored ones', async () => {
  const [row] = (await page('search=host:brisk')).sources
  const stored = await database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: ids[0] ?? 0 } })
  expect(row).toMatchObject({
    delay: { count: stored.count, meanMs: stored.meanMs, medianMs: stored.medianMs, p90Ms: stored.p90Ms },
    dailyMediansMs: [null, 300_000],
    promise: {
      withinMs: Number(stored.promiseMs),
      keptShare: stored.keptShare,
      state: 'broken',
      cause: 'host',
      since: stored.stateSince.toISOString(),
    },
  })
})

test('a source that is not counted yet has the delays of its postings, and no promise', async () => {
  const [row] = (await page('search=host:calm')).sources
  expect(row).toMatchObject({
    delay: { count: 14, medianMs: 90 * minuteMs, p90Ms: 90 * minuteMs },
    dailyMediansMs: [],
    promise: null,
  })
})

test('the file has the figures of the list, in its order', async () => {
  const [head, line, ...rest] = (await csv('search=host:brisk')).split('\r\n')
  const record = Object.fromEntries(
    (head ?? '').split(',').map((name, at) => [name, (line ?? '').split(',')[at]]),
  )
  const [row] = (await page('search=host:brisk')).sources
  expect(record).toMatchObject({
    id: String(row?.id),
    title: 'brisk',
    subscribers: '1',
    weight: String(row?.weight),
    postingsPerDay: String(row?.postingsPerDay),
    pollsPerDay: String(row?.pollsPerDay),
    delayMedianMs: '300000',
    delayP90Ms: '420000',
    promiseMs: '540000',
    promiseState: 'broken',
    nextPollAt: row?.nextPollAt,
  })
  expect(rest).toEqual([''])
  const sorted = await csv('sort=postingsPerDay&direction=asc&pageSize=1&page=2')
  const bySort = await page('sort=postingsPerDay&direction=asc')
  expect(
    sorted
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((text) => Number(text.split(',')[0]))
      .slice(0, 1),
  ).toEqual([bySort.sources[0]?.id])
})

test('a title that would be a formula is text, and stays one field', async () => {
  expect(await csv('search=host:calm')).toContain(
    `,"'=HYPERLINK(""https://evil.example""),\n""x""",https://calm`,
  )
})

test('more sources than are read together are all there once; nothing found is the head alone', async () => {
  await database.host.createMany({ data: [{ name: 'many.example' }] })
  await database.source.createMany({
    data: Array.from({ length: 1203 }, (_, n) => ({
      url: `https://many.example/${n}`,
      hostName: 'many.example',
    })),
  })
  const lines = (await csv('search=host:many&sort=title')).trimEnd().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1203)
  expect(lines.length).toBe(1203)
  expect((await csv('search=host:nobody')).split('\r\n').length).toBe(2)
})

test('a search with a mistake is refused before anything is written', async () => {
  const answer = await getCsv(requestWith(token, '/api/v1/admin/sources/csv?search=rate:x'), noParams)
  expect(answer.status).toBe(422)
})
