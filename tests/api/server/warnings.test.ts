import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GET } from '#app/api/v1/admin/warnings/route.ts'
import type { AdminWarnings } from '#lib/api/server/admin.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { warningsOf, type WarningFacts } from '#lib/store/sources/warnings.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'

const minuteMs = 60_000
const fine: WarningFacts = {
  isAggregatorRunning: true,
  isPaused: false,
  sinceSuccessMs: minuteMs,
  due: 0,
  longestWaitMs: 0,
  speed: 1,
  polls: 100,
  failed: 3,
  failingSources: 3,
  failingHosts: 2,
  lapsedHubs: 0,
  laterPolls: 100,
  lagP95Ms: 900,
  databaseMs: 3,
  clockAheadMs: 5,
  diskFree: { bytes: 21e9, share: 0.08 },
}

describe('what is worth a warning', () => {
  test('nothing, where all is well or nothing was polled yet', () => {
    expect(warningsOf(fine)).toEqual([])
    const fresh = { polls: 0, failed: 0, failingSources: 0, failingHosts: 0, laterPolls: 0, lagP95Ms: null }
    expect(warningsOf({ ...fine, ...fresh, sinceSuccessMs: null, diskFree: null })).toEqual([])
  })

  test.each<[string, Partial<WarningFacts>, Partial<WarningFacts>]>([
    ['noAggregator', { isAggregatorRunning: false }, { isAggregatorRunning: true }],
    ['nothingAnswers', { sinceSuccessMs: 31 * minuteMs }, { sinceSuccessMs: 29 * minuteMs }],
    ['nothingAnswers', { sinceSuccessMs: 31 * minuteMs }, { sinceSuccessMs: 310 * minuteMs, speed: 1000 }],
    ['queueLate', { lagP95Ms: 30_001, due: 1 }, { lagP95Ms: 30_000, due: 1 }],
    ['queueLate', { lagP95Ms: 30_001, due: 1 }, { lagP95Ms: 90_000, due: 1, laterPolls: 9 }],
    ['queueLate', { lagP95Ms: 30_001, due: 1 }, { lagP95Ms: 90_000, due: 0 }],
    ['manyFail', { failed: 30, failingSources: 5 }, { failed: 29, failingSources: 5 }],
    ['manyFail', { failed: 30, failingSources: 5 }, { failed: 80, failingSources: 4 }],
    ['databaseSlow', { databaseMs: 501 }, { databaseMs: 499 }],
    [
      'diskNearlyFull',
      { diskFree: { bytes: 4.9e9, share: 0.09 } },
      { diskFree: { bytes: 4.9e9, share: 0.11 } },
    ],
    [
      'diskNearlyFull',
      { diskFree: { bytes: 4.9e9, share: 0.02 } },
      { diskFree: { bytes: 5.1e9, share: 0.02 } },
    ],
    ['hubLeasesLapsed', { lapsedHubs: 1 }, { lapsedHubs: 0 }],
    ['pollingPaused', { isPaused: true }, { isPaused: false }],
    ['clockSkew', { clockAheadMs: -2_100 }, { clockAheadMs: 1_900 }],
  ])('%s', (code, wrong, right) => {
    expect(warningsOf({ ...fine, ...wrong }).map((one) => one.code)).toEqual([code])
    expect(warningsOf({ ...fine, ...right })).toEqual([])
  })

  test.each([
    [1.1e9, 'warning'],
    [0.9e9, 'critical'],
  ])('a disk nearly full with %d bytes free is told as %s', (bytes, level) => {
    const diskFree = { bytes, share: 0.05 }
    expect(warningsOf({ ...fine, diskFree })).toEqual([
      { code: 'diskNearlyFull', level, values: { freeShare: 0.05, freeBytes: bytes } },
    ])
  })

  test('a server of few sources, none of which is due, may be silent for long', () => {
    const quiet = { polls: 0, failed: 0, lagP95Ms: null, sinceSuccessMs: 300 * minuteMs }
    expect(warningsOf({ ...fine, ...quiet })).toEqual([])
    expect(warningsOf({ ...fine, ...quiet, due: 1, longestWaitMs: 11 * minuteMs })).toMatchObject([
      { code: 'nothingAnswers', level: 'critical', values: { due: 1 } },
    ])
  })
})

test('while an admin has paused all polling, nobody waits for an answer', () => {
  const paused = {
    ...fine,
    isPaused: true,
    due: 9,
    longestWaitMs: 90 * minuteMs,
    sinceSuccessMs: 90 * minuteMs,
  }
  expect(warningsOf(paused).map(({ code }) => code)).toEqual(['pollingPaused'])
})

describe('GET /api/v1/admin/warnings', () => {
  let database: Database
  let stop: () => Promise<void>
  let token: string

  beforeAll(async () => {
    ;({ database, stop } = await startServerDatabase({ DATA_DIR: '.' }))
    token = (await addSubscriber(database, { name: 'ada', role: 'admin' })).token
    await database.host.create({ data: { name: 'a.example' } })
    for (let n = 0; n < 12; n += 1)
      await database.source.create({ data: { url: `https://a.example/${n}`, hostName: 'a.example' } })
  })
  beforeEach(async () => {
    await database.poll.deleteMany()
    await recordHeartbeat(database, 'tests', Date.now())
  })
  afterAll(() => stop())

  async function warnings(): Promise<AdminWarnings['warnings']> {
    const request = requestWith(token, '/api/v1/admin/warnings')
    const answer = await GET(request, { params: Promise.resolve({}) })
    const { warnings } = (await answer.json()) as AdminWarnings
    return warnings.filter(({ code }) => code !== 'diskNearlyFull' && code !== 'databaseSlow') // of this machine
  }

  async function addPolls(outcome: string, lateMs: number, agoMs = minuteMs): Promise<void> {
    const startedAt = new Date(Date.now() - agoMs)
    const facts = { startedAt, finishedAt: startedAt, outcome, factOutcome: outcome, consecutiveFailures: 0 }
    const plannedAt = new Date(startedAt.getTime() - lateMs)
    for (const { id: sourceId } of await database.source.findMany())
      await database.poll.create({ data: { ...facts, plannedAt, sourceId } })
  }

  test('says nothing while polls are made in time', async () => {
    await addPolls('fetched', 1_000)
    expect(await warnings()).toEqual([])
  })

  test('says nothing of the first polls of an import, which wait for their turn', async () => {
    await database.source.updateMany({ data: { firstPolledAt: new Date(), nextPollAt: new Date() } })
    await addPolls('fetched', 45_000)
    expect(await warnings()).toEqual([])
  })

  test('tells how late polls are and what fails, as the stored polls say', async () => {
    const earlier = new Date(Date.now() - 90 * minuteMs)
    const due = new Date()
    await database.source.updateMany({ data: { firstPolledAt: earlier, nextPollAt: due } })
    await addPolls('failed', 45_000)
    await addPolls('fetched', 45_000, 60 * minuteMs) // too long ago for all but the last success
    const [silent, late, failing] = await warnings()
    expect(silent).toMatchObject({ code: 'nothingAnswers', values: { due: 12 } })
    expect(silent?.values['sinceMs']).toBeGreaterThanOrEqual(60 * minuteMs)
    expect(late).toEqual({ code: 'queueLate', level: 'warning', values: { lagMs: 45_000, due: 12 } })
    expect(failing?.values).toEqual({ sources: 12, hosts: 1, failedShare: 1 })
    await database.source.updateMany({ data: { nextPollAt: null } })
  })

  test('tells of an aggregator that is gone, and of a clock that is wrong', async () => {
    await addPolls('fetched', 0)
    const figures = { databaseMs: 1, clockAheadMs: 7_200_000 }
    await database.aggregatorHeartbeat.update({ where: { owner: 'tests' }, data: { figures } })
    expect(await warnings()).toEqual([{ code: 'clockSkew', level: 'warning', values: { skewMs: 7_200_000 } }])
    await database.poll.deleteMany()
    await database.aggregatorHeartbeat.deleteMany()
    expect(await warnings()).toMatchObject([{ code: 'noAggregator', level: 'critical' }])
  })
})
