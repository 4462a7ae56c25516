import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DELETE as cancelDay } from '#app/api/v1/admin/lab/shadow/[day]/route.ts'
import {
  DELETE as endShadow,
  GET as getShadow,
  PUT as putShadow,
} from '#app/api/v1/admin/lab/shadow/route.ts'
import { runShadow } from '#lib/aggregator/run-shadow.ts'
import { compareShadowDay } from '#lib/aggregator/shadow-day.ts'
import type { LabPolicy } from '#lib/api/lab.ts'
import type { ShadowAnswer, ShadowDetails } from '#lib/api/shadow.ts'
import type { Database } from '#lib/store/database.ts'
import { recordHeartbeat } from '#lib/store/heartbeat.ts'
import { endLeasesOfTheDead } from '#lib/store/liveness.ts'
import { changeSettings, getSettings } from '#lib/store/settings.ts'
import { claimShadowDay, continueShadowDay } from '#lib/store/shadow-days.ts'
import { comparedAfterMs } from '#lib/store/shadows.ts'
import { requestWith, startServerDatabase } from '../support/accounts.ts'
import { playDays } from '../support/played-days.ts'
import { testByNight } from '../support/night-test.ts'
import { createTestClock } from '../support/test-clock.ts'
import type { TraceServer } from '../support/trace-server.ts'
import { untilNothingIsLeft } from '../support/until.ts'

const dayMs = 86_400_000
const startAt = Date.UTC(2026, 0, 19)
/** Two days can be compared: the second and the third, as sources are first polled within the first. */
const endAt = startAt + 4 * dayMs
const clock = createTestClock(startAt)

let database: Database
let url: string
let stop: () => Promise<void>
let server: TraceServer
let ada: { id: string; token: string }

/** Weights make a difference. */
const weighSome = (of: Database) =>
  of.source.updateMany({ where: { id: { lte: 4 } }, data: { weightFactor: 3 } })

beforeAll(async () => {
  ;({ database, url, stop } = await startServerDatabase())
  ;({ server, ada } = await playDays(database, clock, { startAt, endAt, prepare: weighSome }))
}, 120_000)

afterAll(async () => {
  await server.close()
  await stop()
})
beforeEach(() => database.shadow.deleteMany())

const context = (owner = 'one') => ({ database, clock, owner })
const options = () => ({ databaseUrl: url, drain: new AbortController().signal })
const noParams = { params: Promise.resolve({}) }

/** Puts a policy on paper; its days are those of the test's clock, not of the machine's. */
async function start(policy: LabPolicy): Promise<void> {
  const answer = await putShadow(requestWith(ada.token, '/x', 'PUT', { policy }), noParams)
  expect(answer.status).toBe(200)
  await database.shadow.updateMany({
    where: { isCurrent: true },
    data: { nextDay: new Date(startAt + dayMs) },
  })
}

async function read(): Promise<ShadowDetails> {
  const { shadow } = (await (await getShadow(requestWith(ada.token, '/x'), noParams)).json()) as ShadowAnswer
  if (shadow === null) throw new Error('nothing on paper')
  return shadow
}

const runAll = () => untilNothingIsLeft('days on paper', () => runShadow(context(), options()))

test('the live policy itself on paper differs in nothing, and both are as it happened', async () => {
  await start('price')
  await runAll()
  const { days, summary, nextDay } = await read()
  expect(days.map(({ day }) => Date.parse(day))).toEqual([startAt + dayMs, startAt + 2 * dayMs])
  expect(nextDay).toBe(new Date(startAt + 3 * dayMs).toISOString())
  for (const day of days) {
    const from = new Date(day.day)
    const until = new Date(from.getTime() + dayMs)
    const [row] = await database.$queryRaw<{ polls: number; postings: number; meanMs: number }[]>`
      SELECT (SELECT count(*)::int FROM "poll" WHERE "finishedAt" >= ${from} AND "finishedAt" < ${until}) AS "polls",
        count(*)::int AS "postings",
        (sum(s."weightFactor" * extract(epoch FROM least(g."foundAt", ${new Date(from.getTime() + comparedAfterMs)}) - g."publishedAt"))
          / sum(s."weightFactor") * 1000)::float8 AS "meanMs"
      FROM "posting" g JOIN "source" s ON s."id" = g."sourceId" WHERE g."publishedAt" >= ${from} AND g."publishedAt" < ${until}`
    expect(day).toMatchObject({ failure: null, livePolicy: 'price', shadowEarlier: 0, liveEarlier: 0 })
    expect([day.livePolls, day.shadowPolls, day.happenedPolls]).toEqual(Array(3).fill(row?.polls))
    expect(day.postings).toBe(row?.postings)
    expect(day.postings).toBeGreaterThan(5)
    expect(day.liveMeanMs).toBeCloseTo(row?.meanMs ?? -1, 3)
    expect([day.shadowMeanMs, day.happenedMeanMs]).toEqual([day.liveMeanMs, day.liveMeanMs])
  }
  expect(summary).toMatchObject({ days: 2, sooner: 0, later: 0, gainers: [], losers: [] })
  expect(summary?.difference).toEqual({ ms: 0, lowMs: 0, highMs: 0 })
})

testByNight(
  'what another policy would have found earlier and later is that of the stored rows of sources',
  async () => {
    await start('uniform')
    await runAll()
    const { days, summary } = await read()
    const [row] = await database.$queryRaw<
      { postings: number; shadow: number; live: number; liveMs: number; shadowMs: number }[]
    >`
    SELECT sum("postings")::int AS "postings", sum("shadowEarlier")::int AS "shadow", sum("liveEarlier")::int AS "live",
      sum("weight" * "liveMs") / sum("weight" * "postings") AS "liveMs",
      sum("weight" * "shadowMs") / sum("weight" * "postings") AS "shadowMs" FROM "shadow_source"`
    expect(summary).toMatchObject({
      postings: row?.postings,
      shadowEarlier: row?.shadow,
      liveEarlier: row?.live,
    })
    expect(summary?.liveMeanMs).toBeCloseTo(row?.liveMs ?? -1, 3)
    expect(summary?.shadowMeanMs).toBeCloseTo(row?.shadowMs ?? -1, 3)
    expect(summary?.difference?.ms).toBeCloseTo((row?.shadowMs ?? 0) - (row?.liveMs ?? 0), 3)
    expect(row?.live).toBeGreaterThan(0)
    expect(days.reduce((sum, { shadowEarlier }) => sum + shadowEarlier, 0)).toBe(row?.shadow)
    const [loser] = summary?.losers ?? []
    const [source] = await database.$queryRaw<{ sourceId: number; change: number }[]>`
    SELECT "sourceId", sum("shadowMs" - "liveMs") / sum("postings") AS "change" FROM "shadow_source"
    GROUP BY "sourceId" ORDER BY "change" DESC LIMIT 1`
    expect(loser).toMatchObject({ sourceId: source?.sourceId, changeMs: source?.change })
  },
)

test('one policy is on paper at a time; starting and ending stand in the log', async () => {
  await start('uniform')
  await start('mavsync')
  await start('mavsync')
  expect((await endShadow(requestWith(ada.token, '/x', 'DELETE'), noParams)).status).toBe(200)
  expect((await endShadow(requestWith(ada.token, '/x', 'DELETE'), noParams)).status).toBe(404)
  expect(await read()).toMatchObject({ policy: 'mavsync', startedBy: 'ada' })
  expect((await read()).endedAt).not.toBeNull()
  const acts = await database.auditEntry.findMany({
    where: { act: { startsWith: 'shadow' } },
    orderBy: { id: 'desc' },
    take: 4,
  })
  expect(acts.map(({ act, detail }) => `${act} ${detail}`)).toEqual([
    'shadow-ended mavsync',
    'shadow-started mavsync',
    'shadow-ended uniform',
    'shadow-started uniform',
  ])
})

test('one process is at it; a day whose process died is begun again, three times in all, then the next', async () => {
  await start('uniform')
  for (const owner of ['one', 'two', 'three']) {
    expect((await claimShadowDay(database, owner, clock.now()))?.day).toBe(startAt + dayMs)
    expect(await claimShadowDay(database, 'other', clock.now())).toBeNull()
    expect((await read()).isRunning).toBe(true)
    await database.shadow.updateMany({ data: { leaseUntil: new Date(0) } })
  }
  await runAll()
  const { days } = await read()
  expect(days.map(({ failure }) => failure)).toEqual(['given-up', null])
  const givenUp = await database.shadowDay.findFirstOrThrow({ where: { failure: 'given-up' } })
  expect(givenUp.comparedAt.getTime()).toBe(clock.now())
})

test('the day of an aggregator that is seen to be dead is taken up at once', async () => {
  await start('uniform')
  await recordHeartbeat(database, 'dies', clock.now(), true)
  expect(await claimShadowDay(database, 'dies', clock.now())).not.toBeNull()
  expect(await endLeasesOfTheDead(database)).toContain('dies')
  expect((await claimShadowDay(database, 'two', clock.now()))?.day).toBe(startAt + dayMs)
})

test('a process that stops gives its day back; one that was ended meanwhile stores nothing', async () => {
  await start('uniform')
  const drain = new AbortController()
  const running = runShadow(context(), { databaseUrl: url, drain: drain.signal })
  await expect.poll(async () => (await read()).isRunning).toBe(true)
  drain.abort()
  expect(await running).toBe(false)
  expect(await database.shadow.findFirst()).toMatchObject({ attempts: 0, leaseOwner: null })
  const claimed = await claimShadowDay(database, 'one', clock.now())
  if (claimed === null) throw new Error('no day')
  await endShadow(requestWith(ada.token, '/x', 'DELETE'), noParams)
  expect(await continueShadowDay(database, claimed, { owner: 'one', progress: 0 })).toBe(false)
  expect(await runShadow(context(), options())).toBe(false)
  expect(await database.shadowDay.count()).toBe(0)
})

test('a day is replayed at the budget that was in force on it, not at today’s', async () => {
  const { budgetPerDay } = await getSettings(database)
  await changeSettings(database, { budgetPerDay: 100 * budgetPerDay })
  try {
    await start('uniform')
    await runAll()
  } finally {
    await changeSettings(database, { budgetPerDay })
  }
  const { days } = await read()
  for (const day of days) {
    expect(day.budgetPerDay).toBe(budgetPerDay)
    expect(day.livePolls).toBe(day.happenedPolls)
  }
})

testByNight(
  'a day is replayed by the policy that was live on it, not by today’s; a day left out names it, too',
  async () => {
    const { minIntervalMs } = await getSettings(database)
    await changeSettings(database, { policy: 'uniform', minIntervalMs: 7_200_000 })
    try {
      await start('mavsync')
      const params = { params: Promise.resolve({ day: '2026-01-20' }) }
      expect((await cancelDay(requestWith(ada.token, '/x', 'DELETE'), params)).status).toBe(204)
      await runAll()
    } finally {
      await changeSettings(database, { policy: 'price', minIntervalMs })
    }
    const { days, summary } = await read()
    expect(days.map(({ failure, livePolicy }) => [failure, livePolicy])).toEqual([
      ['cancelled', 'price'],
      [null, 'price'],
    ])
    expect(days[1]?.livePolls).toBe(days[1]?.happenedPolls)
    expect(days[1]?.liveMeanMs).toBe(days[1]?.happenedMeanMs)
    expect(summary).toMatchObject({ days: 1, livePolicy: 'price' })
  },
)

test('drawn sources have the part of the day’s budget that they had of its polls', async () => {
  const day = startAt + 2 * dayMs
  const { budgetPerDay } = await getSettings(database)
  await changeSettings(database, { budgetPerDay: 100 * budgetPerDay })
  const compared = await compareShadowDay(database, { policy: 'uniform', day, most: 5 })
  await changeSettings(database, { budgetPerDay })
  if ('failure' in compared) throw new Error(compared.failure)
  const { result } = compared
  const all = await database.poll.count({
    where: { finishedAt: { gte: new Date(day), lt: new Date(day + dayMs) } },
  })
  expect([result.sources, result.allSources]).toEqual([5, await database.source.count()])
  expect(result.happenedPolls).toBeGreaterThan(5)
  expect(result.budgetPerDay).toBeCloseTo((budgetPerDay * result.happenedPolls) / all, 9)
})

testByNight('a day that is compared again, as after the clock was set back, is summed up anew', async () => {
  await start('uniform')
  await runAll()
  expect((await read()).summary?.liveEarlier).toBeGreaterThan(0)
  await clock.set(clock.now() + 1_000)
  await database.shadowDay.deleteMany()
  await database.shadow.updateMany({ data: { policy: 'price', nextDay: new Date(startAt + dayMs) } })
  await runAll()
  expect((await read()).summary?.liveEarlier).toBe(0)
})

test('a day tells how far it is, and can be cancelled: it is left out, and the next one follows', async () => {
  await start('uniform')
  const claimed = await claimShadowDay(database, 'one', clock.now())
  if (claimed === null) throw new Error('no day')
  expect(await continueShadowDay(database, claimed, { owner: 'one', progress: 0.25 })).toBe(true)
  expect(await read()).toMatchObject({ isRunning: true, progress: 0.25 })
  const cancel = (day: string) =>
    cancelDay(requestWith(ada.token, '/x', 'DELETE'), { params: Promise.resolve({ day }) })
  expect((await cancel('0000-01-01')).status).toBe(404)
  expect((await cancel('2026-01-20')).status).toBe(204)
  expect((await cancel('2026-01-20')).status).toBe(404)
  expect((await cancel('yesterday')).status).toBe(404)
  expect(await continueShadowDay(database, claimed, { owner: 'one', progress: 0.5 })).toBe(false)
  expect(await read()).toMatchObject({ isRunning: false, progress: 0 })
  const told: number[] = []
  const seen = await compareShadowDay(database, { policy: 'uniform', day: startAt + dayMs }, (part) =>
    told.push(part),
  )
  expect(seen).toHaveProperty('result')
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told).toContain(0.6)
  await runAll()
  expect((await read()).days.map(({ failure }) => failure)).toEqual(['cancelled', null])
})

testByNight('days of 60 days ago are gone with their sources', async () => {
  await start('uniform')
  await runShadow(context(), options())
  await database.$executeRaw`UPDATE "shadow_day" SET "day" = "day" - interval '61 days'`
  await runShadow(context(), options())
  expect((await read()).days).toHaveLength(1)
  expect(await database.shadowSource.count({ where: { day: { lt: new Date(startAt) } } })).toBe(0)
})
