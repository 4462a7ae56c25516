import { beforeAll, expect, test } from 'vitest'
import { GET } from '#app/api/v1/admin/sources/route.ts'
import { sourceChips, type AdminSourcesPage } from '#lib/api/server/admin.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const minuteMs = 60_000
const { database } = await serverDatabaseOfFile()
let token: string
let ids: number[]

beforeAll(async () => {
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const bob = await addSubscriber(database, { name: 'bob' })
  token = ada.token
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, delayMs: 5 * minuteMs, subscriberIds: [ada.id, bob.id] },
      { name: 'calm', postingsPerDay: 1, delayMs: 90 * minuteMs, subscriberIds: [ada.id] },
      { name: 'held', postingsPerDay: 4, delayMs: 30 * minuteMs, subscriberIds: [bob.id] },
      { name: 'lone', postingsPerDay: 1, delayMs: 10 * minuteMs, subscriberIds: [] },
    ],
    Date.now(),
  )
  await database.host.update({
    where: { name: 'held.example' },
    data: { pauseStatus: 429, nextRequestAt: new Date(Date.now() + 3_600_000) },
  })
  await database.source.update({ where: { id: ids[0] }, data: { weightFactor: 2 } })
  await database.pushSubscription.create({
    data: {
      callbackId: 'c',
      protocol: 'websub',
      hubUrl: 'https://hub.example/',
      topicUrl: 'https://brisk.example/feed',
      secret: '',
      state: 'active',
      nextRequestAt: new Date(),
      sourceId: ids[0] ?? 0,
    },
  })
})

async function list(query: Record<string, string>): Promise<AdminSourcesPage> {
  const answer = await GET(
    requestWith(token, `/api/v1/admin/sources?${new URLSearchParams(query)}`),
    noParams,
  )
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminSourcesPage
}

async function titles(query: Record<string, string>): Promise<string[]> {
  const page = await list({ sort: 'title', direction: 'asc', ...query })
  expect(page.total).toBe(page.sources.length)
  return page.sources.map((source) => source.title)
}

const found: readonly (readonly [search: string, titles: readonly string[]])[] = [
  ['delay:>30m', ['calm']],
  ['delay:>=30m', ['calm', 'held']],
  ['-delay:>=30m', ['brisk', 'lone']],
  ['weight:<2', ['calm', 'held', 'lone']],
  ['weight:4', ['brisk']],
  ['subscribers:>0 weight:<4', ['calm', 'held']],
  ['rate:>3', ['brisk', 'held']],
  ['-rate:>3', ['calm', 'lone']],
  ['host:HELD', ['held']],
  ['-host:held feed', ['brisk', 'calm', 'lone']],
  ['state:paused', ['held']],
  ['state:push', ['brisk']],
  ['-state:learning', ['lone']],
  ["'); DROP TABLE source; --", []],
]
test.each(found)('%s finds what it says, counted from the postings', async (search, expected) => {
  expect(await titles({ search })).toEqual(expected)
})

test.each(found)('%s finds the same where the figures are counted already', async (search, expected) => {
  await database.sourceFreshness.createMany({
    data: [5, 90, 30, 10].map((minutes, index) => ({
      sourceId: ids[index] ?? 0,
      countedAt: new Date(),
      medianMs: minutes * minuteMs,
      stateSince: new Date(),
    })),
  })
  expect(await titles({ search })).toEqual(expected)
  await database.sourceFreshness.deleteMany()
})

test('each chip shows as many as it counts, with a search or without', async () => {
  await database.sourceFreshness.createMany({
    data: (['kept', 'broken', 'learning'] as const).map((state, index) => ({
      sourceId: ids[index] ?? 0,
      countedAt: new Date(),
      state,
      stateSince: new Date(),
    })),
  })
  for (const search of ['', 'host:held', 'rate:>0.5']) {
    const { counts } = await list({ search })
    for (const state of sourceChips)
      expect((await titles({ search, state })).length, state).toBe(counts[state])
  }
  expect(await titles({ state: 'broken' })).toEqual(['calm'])
  expect(await titles({ search: '-state:broken state:learning' })).toEqual(['held'])
  await database.sourceFreshness.deleteMany()
})

test('a mistake is told with its place, in the language of the request', async () => {
  const request = requestWith(token, `/api/v1/admin/sources?search=${encodeURIComponent('calm delay:30')}`)
  request.headers.set('accept-language', 'de')
  const answer = await GET(request, noParams)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    error: {
      code: 'bad_query',
      field: 'search',
      problems: [
        { code: 'needs-duration', at: 5, length: 8, message: 'delay: braucht eine Zeit wie <15m oder >2h.' },
      ],
    },
  })
})
