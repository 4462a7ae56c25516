import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildMemory } from '#lib/aggregator/price-memory.ts'
import { memoryVersion, packMemory } from '#lib/policy/price/pack.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import { replaySources } from '#lib/policy/simulate-days.ts'
import { replayByPrice, type PriceReplay } from '#lib/policy/simulate-price.ts'
import type { SourceState } from '#lib/policy/simulate-source.ts'
import { policyNames, type PolicyName, type SourcePlan } from '#lib/policy/types.ts'
import { openDatabase, type Database } from '#lib/store/database.ts'
import { toSourcePlan } from '#lib/store/plan-rows.ts'
import { countPollsSince } from '#lib/store/planning-runs.ts'
import { readPopulation } from '#lib/store/price-memories.ts'
import { changeSettings, getSettings, policySettings } from '#lib/store/settings.ts'
import { createTestDatabase } from '../support/database.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '../support/replay.ts'
import { createTestClock } from '../support/test-clock.ts'
import { startTraceServer, type TraceServer } from '../support/trace-server.ts'
import { readTrace, tracesMissing, type Trace } from '../support/trace.ts'

const dayMs = 86_400_000
/** Day 14 of the trace; the days before are in the first documents. */
const startAt = Date.UTC(2026, 1, 6)
/** The simulator takes over at the planning of the second day, when all sources have been read. */
const midnight = startAt + dayMs
const endAt = startAt + 2 * dayMs

/** What the live aggregator had stored of a source at an instant. */
type Stored = { readonly state: SourceState; readonly plan: SourcePlan; readonly polls: readonly number[] }

/** Each source whose id this divides has weight 0: nobody waits for it, so that it is read once, takes part in plannings and gets no polls. */
const unwantedEvery = 10

describe.skipIf(tracesMissing !== null).each(policyNames)(
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
      stored = await readStored(database, trace)
    }, 300_000)

    afterAll(async () => {
      await server.close()
      await database.$disconnect()
      await drop()
    })

    test('given what the live polls had brought by midnight, the simulator polls every source at the same milliseconds', async () => {
      const settings = policySettings(await getSettings(database))
      const states = stored.map(({ state }) => state)
      const replay = { states, settings, evaluatedFrom: midnight, endAt, elapsedMs: null }
      if (policy === 'price') {
        replayByPrice({ ...replay, inForce: await readInForce(database) })
      } else {
        const plansBefore = new Map(stored.map(({ plan }) => [plan.sourceId, plan]))
        replaySources({ ...replay, method: policy, isPlannedDaily: true, isLive: true, plansBefore })
      }
      const live = stored.map(({ state, polls }) => ({ sourceId: state.sourceId, polls }))
      const polls = live.reduce((sum, source) => sum + source.polls.length, 0)
      expect(polls).toBeGreaterThan(50)
      // The price finds the budget over days, the others are handed out a day's share of it.
      const tolerance = { price: 0.2, 'minimum-delay': 0.02, uniform: 0.02, mavsync: Infinity }[policy]
      expect(Math.abs(polls / settings.budgetPerDay - 1)).toBeLessThan(tolerance)
      expect(stored.map(({ state }) => ({ sourceId: state.sourceId, polls: state.pollTimes }))).toEqual(live)
    })

    test('memories made anew from stored polls are those that the polls left', async () => {
      for (const { sourceId, version, bytes } of await database.priceMemory.findMany()) {
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

/** What the server had learnt by price when midnight came: memories made anew from the polls until then. */
async function readInForce(database: Database): Promise<NonNullable<PriceReplay['inForce']>> {
  const run = await database.planningRun.findFirstOrThrow({
    where: { madeAt: { lt: new Date(midnight) } },
    orderBy: { id: 'desc' },
  })
  const population = await readPopulation(database, run.id)
  if (population === null) throw new Error('The run has no population.')
  const memories = new Map<number, PriceMemory>()
  for (const { id } of await database.source.findMany({ select: { id: true } })) {
    const memory = await rebuildMemory(database, id, midnight)
    if (memory !== null) memories.set(id, memory)
  }
  // A poll due in the very instant of the planning takes place after it.
  return { population, memories, spent: await countPollsSince(database, run.madeAt.getTime(), midnight - 1) }
}

async function runLive(
  database: Database,
  server: TraceServer,
  trace: Trace,
  policy: PolicyName,
): Promise<void> {
  const clock = createTestClock(startAt)
  await changeSettings(database, { policy, budgetPerDay: 4 * trace.size })
  await subscribeToTrace(database, trace, server, startAt)
  await database.$executeRaw`UPDATE "source" SET "weightFactor" = 0 WHERE "id" % ${unwantedEvery} = 0`
  await replay(replayContext(database, clock), endAt, async (now) => {
    server.setNow(now)
    await clock.set(now)
  })
}

/** Sources by id, each with its state and plan before the planning at midnight, and its live polls after it. */
async function readStored(database: Database, trace: Trace): Promise<Stored[]> {
  const sources = await database.source.findMany({
    orderBy: { id: 'asc' },
    include: {
      polls: { orderBy: { id: 'asc' }, include: { plan: true } },
      postings: { where: { foundAt: { lte: new Date(midnight) } } },
    },
  })
  return sources.map((source) => {
    const before = source.polls.filter(({ finishedAt }) => finishedAt.getTime() <= midnight)
    const last = before.at(-1)
    if (last === undefined || last.plan === null) throw new Error(`source ${source.id} was not polled`)
    const known = source.postings
      .map(({ publishedAt, foundAt }) => (publishedAt ?? foundAt).getTime())
      .sort((one, other) => one - other)
    return {
      state: stateOf(source, trace.get(source.title) ?? [], known, last.finishedAt.getTime()),
      plan: toSourcePlan(last.plan),
      polls: source.polls
        .map(({ finishedAt }) => finishedAt.getTime())
        .filter((at) => at > midnight && at < endAt),
    }
  })
}

function stateOf(
  { id: sourceId, weightFactor: weight }: { readonly id: number; readonly weightFactor: number },
  postingTimes: readonly number[],
  known: number[],
  polledAt: number,
): SourceState {
  const next = postingTimes.filter((at) => at <= polledAt).length
  return {
    sourceId,
    weight,
    windowSize: 15,
    postingTimes,
    firstEvaluated: next,
    delays: new Float64Array(postingTimes.filter((at) => at < endAt).length - next).fill(-1),
    known,
    knownSince: known[0] ?? startAt,
    oldestLearnt: 0,
    next,
    polls: 1,
    hits: 0,
    lost: 0,
    lostDelay: 0,
    open: 0,
    polledAt,
    nextPollAt: Infinity,
    pollTimes: [],
  }
}
