import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverTimeAt, type ClockSetting } from '#lib/text/clock-setting.ts'
import { defaultHostSpacingMs } from '#lib/planning/context.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { changeServerSettings, getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { faultRule } from '#tests/support/chaos/faults.ts'
import { judgeManners, type Manners } from '#tests/support/chaos/host-manners.ts'
import { startKilledAggregators, type KilledAggregators } from '#tests/support/chaos/killed-aggregators.ts'
import { watchMachineLag } from '#tests/support/measure/machine-lag.ts'
import { postedBefore, replay, replayContext } from '#tests/support/chaos/replay.ts'
import { simulateWeek } from '#tests/support/chaos/simulated-week.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { byTier, isNight } from '#tests/support/run/tier.ts'
import { copiesOf, readTrace, type Trace } from '#tests/support/data/trace.ts'
import { startUnrulyWeb, subscribeToWeb, type UnrulyWeb } from '#tests/support/chaos/unruly-web.ts'
import {
  latenessOf,
  meanDelayMs,
  notStored,
  reportText,
  readPolls,
  undisturbed,
  wrongCounts,
  type StoredPoll,
} from '#tests/support/chaos/week-results.ts'

const hourMs = 3_600_000
/** A week takes 17 minutes; half an hour on a machine that has much else to do. An hour takes half a minute. */
const [slowest, fastest] = byTier<readonly [number, number]>({ night: [350, 600], sample: [20, 120] })
const days = byTier({ night: 7, sample: 1 / 24 })
const seed = 20_260_206
const faultShare = byTier({ night: 0.05, sample: 0.2 })
const pollsPerSourceDay = byTier({ night: 2, sample: 6 })
/**
 * Each source of the trace is there four times, each time with failures of its own: whether a posting waits ten minutes or ten hours
 * hangs on seconds, so that the mean of one run over the trace's 389 postings is chance by 2 to 3 % (standard deviation), of four by half of that.
 */
const copies = 4
const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + days * 24 * hourMs
/** Of the machine's time, in which hosts answer: 20 s would be four hours of the test's. */
const fetchTimeoutMs = 2_000
const startMs = 5_000
/** In a sample; a machine that needs longer for the first documents starts and kills more slowly, too. */
const usualFirstMs = 10_000
/** So long the machine is looked at before the week; before that it is this process that keeps its own timers waiting. */
const lookMs = byTier({ night: 10_000, sample: 0 })
/** The lateness of polls for the machine's sake that is aimed at, a hundredth and a half of the mean delay. */
const aimedLateMs = 160_000

describe(`${byTier({ night: 'a week', sample: 'an hour' })} of three aggregators in an unruly web in compressed time, one killed every few seconds (seed ${seed})`, () => {
  const rule = faultRule(faultShare, seed)
  let trace: Trace
  let database: Database
  let drop: () => Promise<void>
  let web: UnrulyWeb
  let aggregators: KilledAggregators
  let polls: readonly StoredPoll[]
  let manners: Manners
  let speed = fastest
  /** The lateness of polls for the machine's sake, in ms of the week. */
  let machineLateMs = 0

  beforeAll(
    async () => {
      trace = copiesOf(postedBefore(readTrace('smallweb-rss-2026'), startAt), copies)
      const created = await createTestDatabase()
      drop = created.drop
      database = openDatabase(created.url)
      let now = () => startAt - hourMs
      web = await startUnrulyWeb(
        trace,
        () => now(),
        (source, at) => (at < startAt ? null : rule(source, at)),
      )
      await changeServerSettings(database, { budgetPerDay: trace.size * pollsPerSourceDay })
      await subscribeToWeb(database, trace, web, startAt - hourMs)
      const lag = watchMachineLag(database)
      const begunAt = performance.now()
      now = await readFirstDocuments(database)
      const slowness = Math.max(1, (performance.now() - begunAt) / usualFirstMs)
      lag.takePollMs()
      await sleep(lookMs)
      const pollMs = lag.takePollMs()
      speed = Math.round(
        Math.min(fastest, Math.max(slowest, isNight ? aimedLateMs / pollMs : fastest / slowness)),
      )
      const clock = { startAt, anchorAt: Date.now() + startMs * slowness + 20 * pollMs, speed }
      now = () => Math.min(endAt, serverTimeAt(clock, Date.now()))
      aggregators = await runWeek(database, created.url, clock)
      machineLateMs = lag.takePollMs() * speed
      await lag.stop()
      polls = await readPolls(database, startAt, endAt)
      manners = judgeManners(
        web.asked.filter(({ at }) => at < endAt),
        {
          wasHeard: ({ source, at }) => polls.some((poll) => poll.title === source && isHeardBy(poll, at)),
          killed: aggregators.killed,
          longestRequestMs: 2 * fetchTimeoutMs * speed,
        },
      )
      console.info(
        `at ${speed} times real time; late for the machine's sake ${(machineLateMs / 1000).toFixed(0)} s`,
      )
      console.info(reportText(web, aggregators.killed, polls, manners))
    },
    (days * 24 * hourMs) / slowest + 300_000,
  )

  afterAll(async () => {
    await web.close()
    await database.$disconnect()
    await drop()
  })

  test('store every posting that was visible at a successful poll, exactly once', async () => {
    expect(aggregators.killed.size).toBeGreaterThan(byTier({ night: 5 * days, sample: 1 }))
    expect(polls.length).toBeGreaterThan(
      byTier({ night: 0.8, sample: 0.1 }) * days * trace.size * pollsPerSourceDay,
    )
    const stored = await database.posting.findMany({ select: { guid: true, foundAt: true, pollId: true } })
    expect(new Set(stored.map(({ guid }) => guid)).size).toBe(stored.length)
    expect(notStored(polls, trace, stored, endAt)).toEqual([])
    expect(await wrongCounts(database)).toEqual([])
  })

  test('leave no lease behind', async () => {
    expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
    expect(await database.host.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  })

  test('break no Retry-After, and ask no host by two at once or above its limit', () => {
    expect(manners.pauses).toBeGreaterThan(days)
    expect(manners.breaches).toEqual([])
    expect(web.twoAtOnce).toEqual([])
  })

  // The mean of an hour is chance.
  test.runIf(isNight)(
    'deliver with the mean delay that the simulator finds for the same trace, budget and failures, within 5 %',
    async () => {
      const settings = policySettings(await getSettings(database), 1)
      const live = await meanDelayMs(database, trace, startAt, endAt)
      const simulated = await simulateWeek(database, trace, {
        startAt,
        endAt,
        settings,
        rule,
        hostOf: web.hostOf,
        timeoutMs: fetchTimeoutMs * speed,
        spacingMs: defaultHostSpacingMs,
        lateMs: latenessOf(undisturbed(polls)),
      })
      console.info(
        `mean delay of ${live.postings} postings: live ${minutes(live.meanMs)} min, simulated ${minutes(simulated.meanMs)} min`,
        `(${simulated.runs.map(({ meanMs }) => minutes(meanMs)).join(', ')}; polls ${simulated.polls}): ${(100 * (live.meanMs / simulated.meanMs - 1)).toFixed(1)} %`,
      )
      expect(live.postings).toBe(simulated.postings)
      // The simulator begins polls as late as the machine did, but stores at once. A busy machine adds some time there.
      const excessMs = Math.max(0, machineLateMs - 2 * aimedLateMs)
      expect(Math.abs(live.meanMs - simulated.meanMs)).toBeLessThan(0.05 * simulated.meanMs + excessMs)
    },
  )
})

/** The hour before the week, one poll after the other by a clock that stands still meanwhile: all sources are read and planned. */
async function readFirstDocuments(database: Database): Promise<() => number> {
  const clock = createTestClock(startAt - hourMs)
  await replay(replayContext(database, clock), startAt - 1, (at) => clock.set(at))
  return clock.now
}

/** From a few seconds before the week, so that all have started, until the leases of those killed are given back. */
async function runWeek(
  database: Database,
  databaseUrl: string,
  clock: ClockSetting,
): Promise<KilledAggregators> {
  const untilAt = clock.anchorAt + (endAt - startAt) / clock.speed
  const aggregators = startKilledAggregators(databaseUrl, clock, {
    untilAt,
    seed,
    fetchTimeoutMs,
    isAtWork: async (pid) =>
      (await database.aggregatorHeartbeat.count({ where: { owner: { contains: `:${pid}:` } } })) > 0,
  })
  await aggregators.done
  for (let tries = 0; tries < 120 && !(await areLeasesOfTheLiving(database)); tries++) await sleep(500)
  await aggregators.stop()
  return aggregators
}

/** Whether every lease belongs to a process that lives: those of the killed ones were given back. */
async function areLeasesOfTheLiving(database: Database): Promise<boolean> {
  const living = (await database.aggregatorHeartbeat.findMany()).map(({ owner }) => owner)
  const leaseOwner = { not: null, notIn: living }
  const orphans =
    (await database.source.count({ where: { leaseOwner } })) +
    (await database.host.count({ where: { leaseOwner } }))
  return living.length === 3 && orphans === 0
}

function isHeardBy({ outcome, startedAt, finishedAt }: StoredPoll, at: number): boolean {
  return outcome === 'throttled' && startedAt <= at && at <= finishedAt
}

function minutes(ms: number): string {
  return (ms / 60_000).toFixed(1)
}
