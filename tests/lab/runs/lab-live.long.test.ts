import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLabWorld } from '#lib/lab/runs/lab-world.ts'
import type { LabRequest } from '#lib/api/server/lab.ts'
import { happenedOf, outcomeOf } from '#lib/lab/simulator/figures.ts'
import { replayLab, type LabReplay } from '#lib/lab/simulator/replay.ts'
import type { LabWorld } from '#lib/lab/simulator/world.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { traceOf } from '#tests/support/data/drawn-trace.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { byTier } from '#tests/support/run/tier.ts'
import { startTraceServer, type TraceServer } from '#tests/support/servers/trace-server.ts'
import type { Trace } from '#tests/support/data/trace.ts'
import { type PolicyName, policyNames } from '#lib/policy/basics/settings.ts'

const dayMs = 86_400_000
const learnDays = 14
const startAt = Date.UTC(2026, 0, 5) + learnDays * dayMs
/** The lab takes over at the second midnight; one planning lies within its span. */
const endAt = startAt + 3 * dayMs
const request: LabRequest = {
  policies: ['uniform'],
  budgets: [],
  days: 2,
  until: 'midnight',
  weights: 'now',
  search: '',
}

/** Sources of all kinds, small enough to be polled for three days in seconds. */
function drawTrace(): Trace {
  return traceOf(
    drawSources({
      sources: 36,
      seed: 7,
      startAt: startAt - learnDays * dayMs,
      days: learnDays + 4,
    }),
  )
}

/** The bounds and weights over policies: overrides, a limit, factors, readers who want something fast, and their hours. */
async function steer(database: Database): Promise<void> {
  const sources = await database.source.findMany({ orderBy: { id: 'asc' } })
  const change = (
    index: number,
    data: { fixedIntervalMs?: bigint; greatestDelayMs?: bigint; weightFactor?: number },
  ) => database.source.update({ where: { id: sources[index]?.id ?? 0 }, data })
  await change(0, { fixedIntervalMs: 10_000_000n })
  await change(1, { greatestDelayMs: 7_000_000n })
  await change(2, { weightFactor: 9 })
  const [, , , limited, fast] = sources
  await database.publisherLimit.create({
    data: { host: limited?.hostName ?? '', leastIntervalMs: 20_000_000n },
  })
  await database.user.create({ data: { id: 'second', name: 'Second', email: 'second@example.org' } })
  await database.subscription.create({
    data: { subscriberId: 'second', sourceId: fast?.id ?? 0, wantsFast: true },
  })
  const given = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % 24 === 8)
  await database.readingHours.create({ data: { subscriberId: 'reader', kind: 'given', zone: 'UTC', given } })
}

describe.each(byTier<readonly PolicyName[]>({ night: policyNames, sample: ['price'] }))(
  'the lab and the live aggregator by %s',
  (policy) => {
    let database: Database
    let server: TraceServer
    let drop: () => Promise<void>
    let world: LabWorld
    let replayed: LabReplay

    beforeAll(async () => {
      const trace = postedBefore(drawTrace(), startAt)
      const created = await createTestDatabase()
      drop = created.drop
      database = openDatabase(created.url)
      server = await startTraceServer(trace, startAt)
      const clock = createTestClock(startAt)
      await changeServerSettings(database, { policy, budgetPerDay: 4 * trace.size, popularity: 0.5 })
      await subscribeToTrace(database, trace, server, startAt)
      await steer(database)
      await replay(replayContext(database, clock), endAt + dayMs / 4, async (now) => {
        server.setNow(now)
        await clock.set(now)
      })
      const drawn = await readLabWorld(database, request, clock.now())
      if (drawn === null) throw new Error('no history')
      world = drawn.world
      replayed = replayLab(world, { method: policy, budgetPerDay: world.settings.budgetPerDay })
    })

    afterAll(async () => {
      await server.close()
      await database.$disconnect()
      await drop()
    })

    test('the live policy polls every source at the milliseconds at which it really did', async () => {
      expect(world.sources).toHaveLength(await database.source.count())
      const polls = replayed.states.map(({ sourceId, pollTimes }) => ({ sourceId, polls: pollTimes }))
      const stored = world.sources.map((source) => ({ sourceId: source.sourceId, polls: source.polls }))
      expect(stored.reduce((sum, source) => sum + source.polls.length, 0)).toBeGreaterThan(100)
      expect(polls).toEqual(stored)
    })

    test('every posting has the delay that it really had, and so do the figures', async () => {
      const rows = await database.$queryRaw<{ count: number; meanMs: number }[]>`
      SELECT count(*)::int AS "count", avg(extract(epoch FROM "foundAt" - "publishedAt") * 1000)::float8 AS "meanMs"
      FROM "posting" WHERE "publishedAt" >= ${new Date(world.takeoverAt)} AND "foundAt" < ${new Date(endAt)}`
      const found = replayed.states.flatMap(({ delays, postingTimes, pollTimes }) =>
        [...delays].filter((_, index) => {
          const at = postingTimes[index] ?? 0
          return at >= world.takeoverAt && at <= (pollTimes?.at(-1) ?? 0)
        }),
      )
      expect(found).toHaveLength(rows[0]?.count ?? 0)
      expect(found.length).toBeGreaterThan(20)
      expect(found.reduce((sum, delay) => sum + delay, 0) / found.length).toBeCloseTo(rows[0]?.meanMs ?? 0, 3)
      expect(outcomeOf(world, replayed)).toEqual(happenedOf(world))
    })
  },
)
