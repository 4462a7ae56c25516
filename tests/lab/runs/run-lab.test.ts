import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runLab } from '#lib/lab/runs/run-lab.ts'
import {
  type LabRequest,
  labSoFar,
  type LabResult,
  type LabRunDetails,
  type LabRunItem,
} from '#lib/api/server/lab.ts'
import { DELETE as endRun, GET as getRun } from '#app/api/v1/admin/lab/[id]/route.ts'
import { GET as getCsv } from '#app/api/v1/admin/lab/[id]/csv/route.ts'
import { GET as getTrace } from '#app/api/v1/admin/lab/[id]/trace/route.ts'
import { GET as getRuns, POST as postRun } from '#app/api/v1/admin/lab/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { claimLabRun, continueLabRun, finishLabRun, releaseLabRun } from '#lib/store/lab/lab-runs.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'
import { testByNight } from '#tests/support/run/night-test.ts'
import { playDays } from '#tests/support/data/played-days.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import type { TraceServer } from '#tests/support/servers/trace-server.ts'
import { answerOf } from '#tests/support/components/answer-of.ts'

const dayMs = 86_400_000
const startAt = Date.UTC(2026, 0, 19)
const endAt = startAt + 2 * dayMs
const request: LabRequest = {
  policies: ['uniform', 'adaptive-ttl'],
  budgets: [0.5, 2],
  days: 1,
  until: 'midnight',
  weights: 'now',
  search: '',
}
const clock = createTestClock(startAt)

let database: Database
let url: string
let stop: () => Promise<void>
let server: TraceServer
let ada: { id: string; token: string }

beforeAll(async () => {
  ;({ database, url, stop } = await startServerDatabase())
  ;({ server, ada } = await playDays(database, clock, { startAt, endAt }))
}, 120_000)

afterAll(async () => {
  await server.close()
  await stop()
})
beforeEach(() => database.labRun.deleteMany())

const context = () => ({ database, clock, owner: 'one' })
const going = () => new AbortController().signal

async function ask(asked: Partial<LabRequest> = {}): Promise<LabRunItem> {
  const answer = await postRun(
    requestWith(ada.token, '/api/v1/admin/lab', 'POST', { ...request, ...asked }),
    {
      params: Promise.resolve({}),
    },
  )
  expect(answer.status).toBe(201)
  return (await answer.json()) as LabRunItem
}

async function read(id: number): Promise<LabRunDetails> {
  const params = Promise.resolve({ id: String(id) })
  return (await (await getRun(requestWith(ada.token, '/x'), { params })).json()) as LabRunDetails
}

function resultOf({ result }: LabRunDetails): LabResult {
  if (result === null) throw new Error('no result')
  return result
}

test('a run is carried out in a thread; its figures of the live policy are those of the stored rows', async () => {
  const { id } = await ask()
  await runLab(context(), { databaseUrl: url, drain: going() })
  const run = await read(id)
  expect(run).toMatchObject({ state: 'done', progress: 1, failure: null, requestedBy: 'ada' })
  const result = resultOf(run)
  const from = new Date(endAt - dayMs)
  const [row] = await database.$queryRaw<
    { polls: number; postings: number; meanMs: number; medianMs: number }[]
  >`
    WITH found AS (
      SELECT extract(epoch FROM least("foundAt", ${new Date(endAt)}) - "publishedAt") * 1000 AS "ms" FROM "posting"
      WHERE "publishedAt" >= ${from} AND "publishedAt" < ${new Date(endAt)})
    SELECT (SELECT count(*) FROM "poll" WHERE "finishedAt" >= ${from} AND "finishedAt" < ${new Date(endAt)})::int AS "polls",
      count(*)::int AS "postings", avg("ms")::float8 AS "meanMs",
      percentile_disc(0.5) WITHIN GROUP (ORDER BY "ms")::float8 AS "medianMs" FROM found`
  const live = result.compared[0]
  expect(live?.policy).toBe('price')
  expect(live?.figures).toEqual(result.happened)
  expect(result.happened.polls).toBe(row?.polls)
  expect(result.happened.postings).toBe(row?.postings)
  expect(result.happened.weightedMeanMs).toBeCloseTo(row?.meanMs ?? -1, 3)
  expect(result.happened.medianMs).toBe(row?.medianMs)
  expect(result.compared.map(({ policy }) => policy)).toEqual(['price', 'uniform', 'adaptive-ttl'])
  expect(result.points).toHaveLength(9)
  for (const { policy, weightedMeanMs, interval } of result.points) {
    if (policy !== 'price') expect(interval).toBeNull()
    else expect(interval?.lowMs).toBeLessThanOrEqual(weightedMeanMs ?? 0)
    if (policy === 'price') expect(interval?.highMs).toBeGreaterThanOrEqual(weightedMeanMs ?? Infinity)
  }
  const uniform = result.compared[1]
  expect(uniform?.difference?.ms).toBeCloseTo(
    (uniform?.figures.weightedMeanMs ?? 0) - (live?.figures.weightedMeanMs ?? 0),
    3,
  )
})

testByNight(
  'no policy finds postings sooner than knowing the future would at its own polls a day, which is said for each',
  async () => {
    const { id } = await ask({ budgets: [0.05, 0.25, 0.5, 2] })
    await runLab(context(), { databaseUrl: url, drain: going() })
    const { points, bound = [], budgetPerDay } = resultOf(await read(id))
    const at = (polls: number) =>
      bound.find((point) => point.budgetPerDay === polls)?.weightedMeanMs ?? Infinity
    for (const part of [0.05, 0.25, 0.5, 1, 2]) expect(at(part * budgetPerDay)).toBeLessThan(Infinity)
    expect(bound[0]?.weightedMeanMs).toBeGreaterThan(0)
    for (const { policy, pollsPerDay, weightedMeanMs } of points)
      expect(weightedMeanMs, policy).toBeGreaterThanOrEqual(at(pollsPerDay))
  },
)

testByNight(
  'a span that ends now has today’s hours besides, and the live policy polls in them as it did',
  async () => {
    const { id } = await ask({ policies: ['uniform'], budgets: [], until: 'now' })
    await runLab(context(), { databaseUrl: url, drain: going() })
    const { fromAt, untilAt, compared, happened } = resultOf(await read(id))
    expect(fromAt).toBe(new Date(endAt - dayMs).toISOString())
    expect(untilAt).toBe(new Date(clock.now()).toISOString())
    expect(clock.now()).toBeGreaterThan(endAt + dayMs / 8)
    const today = { gte: new Date(endAt - dayMs), lt: new Date(clock.now()) }
    expect(happened.polls).toBe(await database.poll.count({ where: { finishedAt: today } }))
    expect(compared[0]?.figures).toEqual(happened)
  },
)

test('the budget of some sources is what they had of it, not what sources have on average', async () => {
  const from = new Date(endAt - dayMs)
  const [row] = await database.$queryRaw<{ url: string; polls: number; mean: number }[]>`
    SELECT s."url", count(*)::int AS "polls", (avg(count(*)) OVER ())::float8 AS "mean"
    FROM "poll" p JOIN "source" s ON s."id" = p."sourceId"
    WHERE p."finishedAt" >= ${from} AND p."finishedAt" < ${new Date(endAt)}
    GROUP BY s."url" ORDER BY 2 DESC, 1 LIMIT 1`
  expect(row?.polls).toBeGreaterThan(1.5 * (row?.mean ?? NaN))
  const { id } = await ask({ policies: ['uniform'], budgets: [], search: row?.url ?? '' })
  await runLab(context(), { databaseUrl: url, drain: going() })
  const result = resultOf(await read(id))
  expect(result.sources).toBe(1)
  expect(result.budgetPerDay).toBe(row?.polls)
  expect(result.happened.pollsPerDay).toBe(row?.polls)
})

test('its points are there as CSV', async () => {
  const { id } = await ask({ policies: ['uniform'], budgets: [] })
  await runLab(context(), { databaseUrl: url, drain: going() })
  const answer = await getCsv(requestWith(ada.token, '/x'), { params: Promise.resolve({ id: String(id) }) })
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  const { happened, bound = [] } = resultOf(await read(id))
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    ...['policy', 'price', 'uniform', 'happened'],
    ...bound.map(() => 'knowing-future'),
  ])
  expect(lines[3]?.split(',')[4]).toBe(String(happened.weightedMeanMs))
})

test('the command that the page names prints what the run brought, to the last digit', async () => {
  const { id } = await ask({ policies: ['minimum-delay', 'uniform', 'adaptive-ttl'], weights: 'alike' })
  await runLab(context(), { databaseUrl: url, drain: going() })
  expect(await read(id)).toMatchObject({ hasTrace: true })
  const params = Promise.resolve({ id: String(id) })
  const answer = await getTrace(requestWith(ada.token, '/x'), { params })
  const folder = mkdtempSync(path.join(tmpdir(), 'skylark-lab-'))
  const file = path.join(folder, 'run.json.gz')
  writeFileSync(file, new Uint8Array(await answer.arrayBuffer()))
  // Settings of later do not matter: the file has those that were in force.
  await changeServerSettings(database, { policy: 'uniform' })
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'simulate', '--', '--lab', file])
  await changeServerSettings(database, { policy: 'price' })
  const csv = await getCsv(requestWith(ada.token, '/x'), { params })
  expect(stdout).toBe(await csv.text())
  rmSync(folder, { recursive: true })
})

test('a span before the first poll has no history', async () => {
  const { id } = await ask({ days: 28 })
  await runLab(context(), { databaseUrl: url, drain: going() })
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'no-history', result: null })
})

test('a run that takes too long is ended', async () => {
  const { id } = await ask()
  await runLab(context(), { databaseUrl: url, drain: going(), limits: { timeoutMs: 1, heapMb: 512 } })
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'too-slow' })
})

test('a run of a process that died is taken up again, three times in all', async () => {
  const { id } = await ask()
  for (const owner of ['one', 'two', 'three']) {
    expect((await claimLabRun(database, owner, clock.now()))?.id).toBe(id)
    expect(await claimLabRun(database, 'other', clock.now())).toBeNull()
    await database.labRun.updateMany({ data: { leaseUntil: new Date(0) } })
  }
  expect(await claimLabRun(database, 'four', clock.now())).toBeNull()
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'given-up' })
  expect(await database.labRun.findFirst()).toMatchObject({ leaseUntil: null, leaseOwner: null })
})

test('a cancelled run is told so at its next word, and nothing of it is stored', async () => {
  const { id } = await ask()
  await claimLabRun(database, 'one', clock.now())
  expect(await continueLabRun(database, { id, owner: 'one', progress: 0.5, news: null })).toBe(true)
  expect((await read(id)).progress).toBe(0.5)
  const params = { params: Promise.resolve({ id: String(id) }) }
  expect((await endRun(requestWith(ada.token, '/x', 'DELETE'), params)).status).toBe(204)
  expect(await continueLabRun(database, { id, owner: 'one', progress: 0.6, news: null })).toBe(false)
  await finishLabRun(database, { id, owner: 'one', now: clock.now() }, { failure: 'broken' })
  expect(await read(id)).toMatchObject({ state: 'cancelled', failure: null })
  expect((await endRun(requestWith(ada.token, '/x', 'DELETE'), params)).status).toBe(204)
  expect((await endRun(requestWith(ada.token, '/x', 'DELETE'), params)).status).toBe(404)
})

test('what a run has replayed is told while it is under way, and by nobody once it is over', async () => {
  const { id } = await ask()
  await claimLabRun(database, 'one', clock.now())
  const word = { id, owner: 'one', progress: 0.5 }
  const news = answerOf(labSoFar, { livePolicy: 'price', budgetPerDay: 80 })
  await continueLabRun(database, { ...word, news })
  await continueLabRun(database, { ...word, news: null }) // nothing new: what was told stays
  expect((await read(id)).soFar).toEqual(news)
  await releaseLabRun(database, id, 'one')
  expect((await read(id)).soFar).toBeNull()
  await runLab(context(), { databaseUrl: url, drain: going() })
  expect(await read(id)).toMatchObject({ state: 'done', soFar: null })
})

test('a process that stops gives its run back, and it is carried out afterwards', async () => {
  const { id } = await ask({ policies: ['uniform'], budgets: [] })
  const drain = new AbortController()
  const running = runLab(context(), { databaseUrl: url, drain: drain.signal })
  await expect.poll(async () => (await read(id)).state).toBe('running')
  drain.abort()
  await running
  expect((await read(id)).state).toBe('waiting')
  await runLab(context(), { databaseUrl: url, drain: going() })
  expect((await read(id)).state).toBe('done')
})

test('no more than five runs wait of those asked for at the same time', async () => {
  const asked = Array.from({ length: 20 }, () =>
    postRun(requestWith(ada.token, '/x', 'POST', request), { params: Promise.resolve({}) }),
  )
  const made = (await Promise.all(asked)).filter(({ status }) => status === 201)
  expect(made).toHaveLength(5)
})

test('no more than five runs wait; those of 30 days ago are gone', async () => {
  for (let count = 0; count < 5; count++) await ask()
  const answer = await postRun(requestWith(ada.token, '/x', 'POST', request), { params: Promise.resolve({}) })
  expect(answer.status).toBe(409)
  await database.labRun.updateMany({ data: { createdAt: new Date(clock.now() - 31 * dayMs) } })
  await runLab(context(), { databaseUrl: url, drain: going() })
  const listed = await getRuns(requestWith(ada.token, '/x'), { params: Promise.resolve({}) })
  const { _min: first } = await database.source.aggregate({ _min: { firstPolledAt: true } })
  const readyAt = new Date((first.firstPolledAt?.getTime() ?? 0) + dayMs).toISOString()
  expect(await listed.json()).toEqual({ runs: [], readyAt }) // the shortest span is a day
})
