import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildMemory } from '#lib/planning/price-memory.ts'
import { memoryVersion, packMemory } from '#lib/policy/learning/pack.ts'
import { replaySources } from '#lib/lab/simulator/simulate-days.ts'
import { replayByPrice } from '#lib/lab/simulator/simulate-price.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { changeServerSettings, getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import { readInForce, readStored, type Stored } from '#tests/support/data/stored-state.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { byTier } from '#tests/support/run/tier.ts'
import { startTraceServer, type TraceServer } from '#tests/support/servers/trace-server.ts'
import { readTrace, type Trace } from '#tests/support/data/trace.ts'
import { type PolicyName, policyNames } from '#lib/policy/basics/settings.ts'

const dayMs = 86_400_000
/** Day 14 of the trace; the days before are in the first documents. */
const startAt = Date.UTC(2026, 1, 6)
/** The simulator takes over at the planning of the second day, when all sources have been read. */
const midnight = startAt + dayMs
const endAt = startAt + 2 * dayMs

/** Each source whose id this divides has weight 0: nobody waits for it, so that it is read once, takes part in plannings and gets no polls. */
const unwantedEvery = 10

describe.each(byTier<readonly PolicyName[]>({ night: policyNames, sample: ['price'] }))(
  'the simulator and two days of the live aggregator by %s',
  (policy) => {
    let database: Database
    let server: TraceServer
    let drop: () => Promise<void>
    let stored: readonly Stored[]

    beforeAll(async () => {
      const trace = postedBefore(readTrace('smallweb-rss-2026'), startAt)
      const created = await createTestDatabase()
      drop = created.drop
      database = openDatabase(created.url)
      server = await startTraceServer(trace, startAt)
      await runLive(database, server, trace, policy)
      stored = await readStored(database, trace, midnight, endAt)
    }, 900_000)

    afterAll(async () => {
      await server.close()
      await database.$disconnect()
      await drop()
    })

    test('given what the live polls had brought by midnight, the simulator polls every source at the same milliseconds', async () => {
      const settings = policySettings(await getSettings(database), 1)
      const states = stored.map(({ state }) => state)
      const replay = { states, settings, evaluatedFrom: midnight, endAt, elapsedMs: null }
      if (policy === 'price') {
        replayByPrice({ ...replay, inForce: await readInForce(database, midnight) })
      } else {
        const plansBefore = new Map(stored.map(({ plan }) => [plan.sourceId, plan]))
        replaySources({ ...replay, method: policy, isPlannedDaily: true, isLive: true, plansBefore })
      }
      const live = stored.map(({ state, polls }) => ({ sourceId: state.sourceId, polls }))
      const polls = live.reduce((sum, source) => sum + source.polls.length, 0)
      expect(polls).toBeGreaterThan(50)
      // The price finds the budget over days; the others hand out a day's share of it, but for the part of a poll that each source
      // has left of the day before, and leaves to the next: two even draws from [0, 1), with a variance of 1 / 12 each.
      const carried = (4 * Math.sqrt(stored.length / 6)) / settings.budgetPerDay
      const tolerance = { price: 0.2, 'minimum-delay': carried, uniform: carried, mavsync: Infinity }[policy]
      expect(Math.abs(polls / settings.budgetPerDay - 1)).toBeLessThan(tolerance)
      expect(stored.map(({ state }) => ({ sourceId: state.sourceId, polls: state.pollTimes }))).toEqual(live)
    })

    test('no live poll fell to the machine that this runs on', async () => {
      const fallen = await database.poll.findMany({
        where: { factOutcome: { notIn: ['changed', 'unchanged'] } },
        select: { sourceId: true, startedAt: true, error: true },
      })
      expect(fallen).toEqual([])
    })

    test('memories made anew from stored polls are those that the polls left', async () => {
      const memories = await database.priceMemory.findMany()
      expect(memories).not.toEqual([])
      for (const { sourceId, version, bytes } of memories) {
        const rebuilt = await rebuildMemory(database, sourceId)
        expect(version).toBe(memoryVersion)
        expect(rebuilt === null ? null : packMemory(rebuilt)).toEqual(Uint8Array.from(bytes))
      }
    })

    test('the simulated polls bring the postings that the live ones brought', async () => {
      for (const { state } of stored) {
        const found = await database.posting.count({
          where: { sourceId: state.sourceId, foundAt: { lt: new Date(endAt) } },
        })
        expect(state.known).toHaveLength(found)
      }
    })
  },
)

async function runLive(
  database: Database,
  server: TraceServer,
  trace: Trace,
  policy: PolicyName,
): Promise<void> {
  const clock = createTestClock(startAt)
  await changeServerSettings(database, { policy, budgetPerDay: 4 * trace.size })
  await subscribeToTrace(database, trace, server, startAt)
  await database.$executeRaw`UPDATE "source" SET "weightFactor" = 0 WHERE "id" % ${unwantedEvery} = 0`
  await replay(replayContext(database, clock), endAt, async (now) => {
    server.setNow(now)
    await clock.set(now)
  })
}
