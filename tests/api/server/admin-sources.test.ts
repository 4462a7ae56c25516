import { beforeEach, expect, test } from 'vitest'
import { PATCH } from '#app/api/v1/admin/sources/[id]/route.ts'
import { GET } from '#app/api/v1/admin/sources/route.ts'
import { POST as postWeights } from '#app/api/v1/admin/sources/weights/route.ts'
import { sourceSortKeys, type AdminSourceRow, type AdminSourcesPage } from '#lib/api/server/admin.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const minuteMs = 60_000
const { database } = await serverDatabaseOfFile()
let token: string
let ids: number[]

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await changeServerSettings(database, { budgetPerDay: 100, policy: 'minimum-delay' })
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const bob = await addSubscriber(database, { name: 'bob' })
  token = ada.token
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, delayMs: 5 * minuteMs, subscriberIds: [ada.id, bob.id] },
      { name: 'calm', postingsPerDay: 1, delayMs: 90 * minuteMs, subscriberIds: [ada.id] },
      {
        name: 'lame_50%',
        postingsPerDay: 2,
        delayMs: 30 * minuteMs,
        subscriberIds: [bob.id],
        lastOutcome: 'failed',
      },
      { name: 'lone', postingsPerDay: 1, delayMs: 10 * minuteMs, subscriberIds: [] },
    ],
    Date.now(),
  )
  await database.source.create({
    data: { url: 'https://new.example/feed', host: { create: { name: 'new.example' } } },
  })
})

async function list(query = ''): Promise<AdminSourcesPage> {
  const answer = await GET(requestWith(token, `/api/v1/admin/sources?${query}`), noParams)
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminSourcesPage
}

async function titles(query: string): Promise<string[]> {
  return (await list(query)).sources.map((source) => source.title)
}

function post<T>(handler: typeof postWeights, body: unknown): Promise<T> {
  return handler(requestWith(token, '/api/v1/admin', 'POST', body), noParams).then(
    (answer) => answer.json() as T,
  )
}

test('a row says what an admin needs to know of a source', async () => {
  const [row] = (await list('search=brisk')).sources
  expect(row).toMatchObject({
    title: 'brisk',
    url: 'https://brisk.example/feed',
    host: 'brisk.example',
    subscribers: 2,
    weightFactor: 1,
    weight: 2,
    delay: { count: 168, meanMs: 5 * minuteMs, medianMs: 5 * minuteMs, p90Ms: 5 * minuteMs },
    lastOutcome: 'fetched',
    health: { kind: 'ok', reason: null },
  })
  expect(row?.postingsPerDay).toBeCloseTo(12, 0)
  expect(row?.pollsPerDay).toBeGreaterThan(0)
  expect(row?.nextPollAt).toMatch(/Z$/)
})

test('a source that nobody reads is not shown as polled', async () => {
  const [row] = (await list('search=lone')).sources
  expect(row).toMatchObject({
    subscribers: 0,
    weight: 0,
    pollsPerDay: null,
    predictedDelayMs: null,
    nextPollAt: null,
  })
})

test.each([
  ['sort=delay&direction=desc', ['calm', 'lame_50%', 'lone', 'brisk', 'https://new.example/feed']],
  ['sort=delay&direction=asc', ['brisk', 'lone', 'lame_50%', 'calm', 'https://new.example/feed']],
  ['sort=title&direction=asc', ['brisk', 'calm', 'https://new.example/feed', 'lame_50%', 'lone']],
  ['sort=weight&direction=desc&pageSize=1', ['brisk']],
  ['sort=postingsPerDay&direction=asc&pageSize=2', ['calm', 'lame_50%']],
  ['sort=pollsPerDay&direction=desc&pageSize=1', ['brisk']],
])('%s orders all sources, those without the figure last', async (query, expected) => {
  expect(await titles(query)).toEqual(expected)
})

test('sources are sorted by the next check that their rows tell, that of a host that has to be left alone too', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs)
  await database.source.updateMany({
    where: { url: { contains: 'brisk' } },
    data: { nextPollAt: inMinutes(5) },
  })
  await database.source.updateMany({
    where: { url: { contains: 'calm' } },
    data: { nextPollAt: inMinutes(20) },
  })
  await database.host.updateMany({ where: { name: 'brisk.example' }, data: { nextRequestAt: inMinutes(60) } })
  const { sources } = await list('sort=nextPoll&direction=asc')
  const told = sources.flatMap(({ nextPollAt }) => (nextPollAt === null ? [] : [Date.parse(nextPollAt)]))
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.length).toBeGreaterThan(1)
})

test.each(sourceSortKeys)('pages sorted by %s show every source once', async (sort) => {
  const seen: string[] = []
  for (const page of [1, 2, 3]) seen.push(...(await titles(`sort=${sort}&pageSize=2&page=${page}`)))
  expect(seen.sort()).toEqual(['brisk', 'calm', 'https://new.example/feed', 'lame_50%', 'lone'])
})

test.each([
  ['state=failing', ['lame_50%']],
  ['state=waiting', ['https://new.example/feed']],
  ['state=unsubscribed&sort=title', ['lone', 'https://new.example/feed']],
  ['search=LAME', ['lame_50%']],
  ['search=0%25', ['lame_50%']],
  ['search=_5', ['lame_50%']],
  ['search=new.example', ['https://new.example/feed']],
])('%s finds what it says', async (query, expected) => {
  const page = await list(query)
  expect(page.sources.map((source) => source.title).sort()).toEqual([...expected].sort())
  expect(page.total).toBe(expected.length)
})

test('the counts cover all states, whichever is shown', async () => {
  expect((await list('state=failing')).counts).toEqual({
    all: 5,
    broken: 0,
    failing: 1,
    paused: 0,
    learning: 3,
    push: 0,
    waiting: 1,
    unsubscribed: 2,
  })
})

test('a changed weight changes the polls a day in the same answer', async () => {
  const before = (await list('search=calm')).sources[0]
  const answer = await PATCH(requestWith(token, '/api/v1/admin/sources/x', 'PATCH', { weightFactor: 9 }), {
    params: Promise.resolve({ id: `${ids[1]}` }),
  })
  const after = (await answer.json()) as AdminSourceRow
  expect(after).toMatchObject({ title: 'calm', weightFactor: 9, weight: 9 })
  expect(after.pollsPerDay).toBeGreaterThan((before?.pollsPerDay ?? NaN) * 2)
  expect(after.predictedDelayMs).toBeLessThan(before?.predictedDelayMs ?? NaN)
  expect((await list('search=calm')).sources[0]).toEqual(after)
})

test('many weights change at once; unknown sources are passed over', async () => {
  const answer = await post<{ changed: number }>(postWeights, {
    ids: [ids[0], ids[1], 999_999],
    weightFactor: 0.5,
  })
  expect(answer).toEqual({ changed: 2 })
  expect((await list('sort=title&direction=asc')).sources.map((row) => row.weightFactor)).toEqual([
    0.5, 0.5, 1, 1, 1,
  ])
})

test.each([
  [{ weightFactor: -1 }, 'weightFactor'],
  [{ weightFactor: 1001 }, 'weightFactor'],
  [{ weightFactor: '2' }, 'weightFactor'],
  [{}, ''],
])('the weight %j is refused, naming the field, and changes nothing', async (body, field) => {
  const before = await list()
  const context = { params: Promise.resolve({ id: `${ids[0]}` }) }
  const answer = await PATCH(requestWith(token, '/api/v1/admin/sources/x', 'PATCH', body), context)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_input', field } })
  expect(await list()).toEqual(before)
})

test('an unknown source is not found', async () => {
  for (const id of ['999999', 'x', '-1']) {
    const context = { params: Promise.resolve({ id }) }
    const answer = await PATCH(
      requestWith(token, '/api/v1/admin/sources/x', 'PATCH', { weightFactor: 1 }),
      context,
    )
    expect(answer.status).toBe(404)
  }
})

test('a source that was never read has no rate, though it has a plan', async () => {
  const [brisk] = ids
  await database.source.update({ where: { id: brisk ?? 0 }, data: { lastSuccessAt: null } })
  const { sources } = await list('sort=postingsPerDay&direction=desc')
  const own = sources.find(({ id }) => id === brisk)
  expect(own?.postingsPerDay).toBeNull()
  expect(own?.pollsPerDay).toBeGreaterThan(0)
  expect(sources[0]?.postingsPerDay).toBeCloseTo(2, 1)
})
