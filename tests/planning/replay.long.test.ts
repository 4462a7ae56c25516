import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildMemory } from '#lib/planning/price-memory.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { toPollFacts, toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { readPopulation } from '#lib/store/polling/price-memories.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import {
  postedBefore,
  replay,
  replayContext,
  storedAndShown,
  subscribeToTrace,
} from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { byTier, sampled } from '#tests/support/run/tier.ts'
import { guidOf, startTraceServer, type TraceServer } from '#tests/support/servers/trace-server.ts'
import { readTrace, type Trace } from '#tests/support/data/trace.ts'

const dayMs = 86_400_000
/** Day 14 of the trace; the days before are in the first documents. */
const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + 2 * dayMs
const pollsPerSourceDay = 4

type Outcome = {
  readonly database: Database
  readonly server: TraceServer
  readonly polls: number
  readonly meanDelayMs: number
  readonly close: () => Promise<void>
}

describe('two days of a real trace through real HTTP and PostgreSQL', () => {
  let trace: Trace
  let planned: Outcome
  let uniform: Outcome

  beforeAll(async () => {
    trace = new Map(sampled([...postedBefore(readTrace('smallweb-rss-2026'), startAt)], 6))
    planned = await run(trace, 'price')
    uniform = await run(trace, 'uniform')
  }, 900_000)

  afterAll(async () => {
    await planned.close()
    await uniform.close()
  })

  test('every posting that was ever visible at a poll is stored once', async () => {
    await expectAllStoredOnce(planned)
    await expectAllStoredOnce(uniform)
  })

  test('each decision can be recomputed from the stored rows', async () => {
    const polls = await planned.database.poll.findMany({ include: { plan: true } })
    expect(polls.length).toBeGreaterThan(byTier({ night: 900, sample: 150 }))
    for (const poll of polls) {
      if (poll.plan === null) throw new Error(`poll ${poll.id} has no plan`)
      const finishedAt = poll.finishedAt.getTime()
      const population = await readPopulation(planned.database, poll.plan.runId ?? 0)
      const memory = await rebuildMemory(planned.database, poll.sourceId, finishedAt)
      if (population === null || memory === null) throw new Error(`poll ${poll.id} was decided from nothing`)
      const plan = { ...toSourcePlan(poll.plan), population }
      const decision = decideNextPoll(plan, { ...toPollFacts(poll), priceMemory: memory }, finishedAt)
      expect(decision).toEqual({
        nextPollAt: poll.nextPollAt?.getTime(),
        proposedAt: poll.proposedAt?.getTime(),
        reason: poll.reason,
        policyVersion: poll.policyVersion,
      })
    }
  })

  test('polls are near the budget: the price finds it over days', () => {
    const budget = trace.size * pollsPerSourceDay * 2
    expect(Math.abs(planned.polls - budget) / budget).toBeLessThan(0.2)
    expect(Math.abs(uniform.polls - budget) / budget).toBeLessThan(0.02)
  })

  test('the mean delay is below that of uniform polling', () => {
    console.info(
      `mean delay ${minutes(planned.meanDelayMs)} min at ${planned.polls} polls, uniform ${minutes(uniform.meanDelayMs)} min at ${uniform.polls}`,
    )
    expect(planned.meanDelayMs).toBeLessThan(uniform.meanDelayMs)
  })
})

async function run(trace: Trace, policy: 'price' | 'uniform'): Promise<Outcome> {
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url)
  const server = await startTraceServer(trace, startAt)
  const clock = createTestClock(startAt)
  await changeServerSettings(database, { policy, budgetPerDay: trace.size * pollsPerSourceDay })
  await subscribeToTrace(database, trace, server, startAt)
  await replay(replayContext(database, clock), endAt, async (now) => {
    server.setNow(now)
    await clock.set(now)
  })
  const firstPolls = trace.size
  return {
    database,
    server,
    polls: (await database.poll.count()) - firstPolls,
    meanDelayMs: await meanDelay(database, trace),
    close: async () => {
      await server.close()
      await database.$disconnect()
      await drop()
    },
  }
}

/** Over all postings of the two days; one that was not found by the end waits until then at least. */
async function meanDelay(database: Database, trace: Trace): Promise<number> {
  const found = new Map<string, number>()
  for (const { guid, foundAt } of await database.posting.findMany({ select: { guid: true, foundAt: true } }))
    found.set(guid ?? '', foundAt.getTime())
  const delays: number[] = []
  for (const [source, times] of trace) {
    times.forEach((at, index) => {
      if (at > startAt && at <= endAt) delays.push((found.get(guidOf(source, index)) ?? endAt) - at)
    })
  }
  return delays.reduce((sum, delay) => sum + delay, 0) / delays.length
}

async function expectAllStoredOnce({ database, server }: Outcome): Promise<void> {
  const { stored, shown } = await storedAndShown(database, server)
  expect(shown.length).toBeGreaterThan(byTier({ night: 500, sample: 75 }))
  expect(stored).toEqual(shown)
}

function minutes(ms: number): string {
  return (ms / 60_000).toFixed(1)
}
