import { describe, expect, test } from 'vitest'
import { labPolicies } from '#lib/api/parts/choices.ts'
import { differenceOf, happenedOf, intervalOf, outcomeOf, pollsToReach } from '#lib/lab/simulator/figures.ts'
import { noticedOf } from '#lib/lab/simulator/noticed.ts'
import { replayLab } from '#lib/lab/simulator/replay.ts'
import type { LabSource, LabWorld } from '#lib/lab/simulator/world.ts'
import { noWindowMemory } from '#lib/policy/schedule/window-memory.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { methodNames } from '#lib/policy/basics/settings.ts'

const takeoverAt = Date.UTC(2026, 0, 5)
const endAt = takeoverAt + 2 * DAY_MS

/** A source with a posting each six hours before the takeover, and these afterwards. */
function source(sourceId: number, times: readonly number[], found: readonly number[], weight = 1): LabSource {
  const knownTimes = Array.from({ length: 40 }, (_, index) => takeoverAt - (40 - index) * 6 * HOUR_MS)
  return {
    sourceId,
    weight,
    windowSize: 15,
    knownTimes,
    knownSince: knownTimes[0] ?? 0,
    polledAt: takeoverAt - HOUR_MS,
    nextPollAt: takeoverAt + HOUR_MS,
    times: Float64Array.from(times),
    lagMs: new Float64Array(times.length),
    foundAt: Float64Array.from(found),
    isCounted: new Uint8Array(times.length).fill(1),
    polls: [...found],
    failedPolls: 0,
    plan: null,
    memory: null,
    window: noWindowMemory,
    override: { fixedIntervalMs: null, greatestDelayMs: null },
    leastIntervalMs: null,
  }
}

function worldOf(sources: readonly LabSource[]): LabWorld {
  const settings = {
    ...({ policy: 'uniform', budgetPerDay: 4 * sources.length, maxStalenessMs: DAY_MS } as const),
    minIntervalMs: 10 * MINUTE_MS,
  }
  return { sources, takeoverAt, endAt, settings, population: null, spent: null }
}

const at = (hours: number) => takeoverAt + hours * HOUR_MS

test('the lab knows every policy that is registered', () => {
  expect([...labPolicies].sort()).toEqual([...methodNames].sort())
})

test.each(methodNames)(
  '%s is replayed from the middle of a history, and every posting gets its delay',
  (method) => {
    const times = Array.from({ length: 6 }, (_, index) => at(4 + 6 * index))
    const world = worldOf([source(1, times, times), source(2, times, times, 3)])
    const { states, polls } = replayLab(world, { method, budgetPerDay: 8 })
    expect(polls).toBeGreaterThan(0)
    for (const { delays } of states) expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
  },
)

describe('figures of the lab', () => {
  test('what happened is weighted by source and ends with the span', () => {
    const world = worldOf([
      source(1, [at(1), at(2)], [at(2), at(5)], 3),
      source(2, [at(10), at(47)], [at(11), at(60)], 1),
    ])
    const { figures, pollsByHour } = happenedOf(world)
    // Delays 1 h and 3 h with weight 3, 1 h and 1 h (to the end) with weight 1: (3 + 9 + 1 + 1) / 8.
    expect(figures.weightedMeanMs).toBeCloseTo((14 / 8) * HOUR_MS, 6)
    expect(figures).toMatchObject({
      postings: 4,
      medianMs: HOUR_MS,
      p90Ms: 3 * HOUR_MS,
      polls: 4,
      pollsPerDay: 2,
    })
    expect(pollsByHour[2]).toBe(0.5)
  })

  test('postings without a date of their own, and those from before the span, do not count; lateness does', () => {
    const plain = source(1, [at(-0.5), at(1), at(2)], [at(3), at(3), at(3)])
    const world = worldOf([
      { ...plain, isCounted: Uint8Array.of(1, 0, 1), lagMs: Float64Array.of(0, 0, 30 * MINUTE_MS) },
    ])
    expect(happenedOf(world).figures).toMatchObject({ postings: 1, weightedMeanMs: 1.5 * HOUR_MS })
  })

  test('all policies replay the same postings, and more budget shortens the delay', () => {
    const hours = Array.from({ length: 40 }, (_, index) => at(index + 0.3))
    const world = worldOf([source(1, hours, hours), source(2, hours, hours)])
    for (const method of ['price', 'minimum-delay', 'uniform', 'allocation-only', 'adaptive-ttl'] as const) {
      const few = outcomeOf(world, replayLab(world, { method, budgetPerDay: 6 })).figures
      const many = outcomeOf(world, replayLab(world, { method, budgetPerDay: 60 })).figures
      expect([few.postings, many.postings]).toEqual([80, 80])
      expect(many.weightedMeanMs ?? Infinity).toBeLessThan(few.weightedMeanMs ?? 0)
    }
  })

  test('a difference lies within its interval, is nothing against itself, and unknown without postings', () => {
    const world = worldOf([1, 2, 3, 4, 5].map((id) => source(id, [at(id)], [at(id + 1)])))
    const sums = (...hours: readonly number[]) => ({
      sums: Float64Array.from(hours, (hour) => hour * HOUR_MS),
      counts: new Float64Array(5).fill(1),
    })
    const difference = differenceOf(world, sums(2, 3, 4, 3, 3), sums(1, 1, 1, 1, 1))
    expect(difference?.ms).toBe(2 * HOUR_MS)
    expect(difference?.lowMs).toBeGreaterThanOrEqual(HOUR_MS)
    expect(difference?.lowMs).toBeLessThan(2 * HOUR_MS)
    expect(difference?.highMs).toBeGreaterThan(2 * HOUR_MS)
    expect(difference?.highMs).toBeLessThanOrEqual(3 * HOUR_MS)
    expect(differenceOf(world, sums(1, 1, 1, 1, 1), sums(1, 1, 1, 1, 1))).toEqual({
      ms: 0,
      lowMs: 0,
      highMs: 0,
    })
    const none = { sums: new Float64Array(5), counts: new Float64Array(5) }
    expect(differenceOf(world, none, none)).toBeNull()
  })

  test('of fewer than five sources with postings nobody can say how certain a difference is', () => {
    const world = worldOf([1, 2, 3, 4, 5].map((id) => source(id, [at(id)], [at(id + 1)])))
    const counts = Float64Array.of(1, 1, 1, 1, 0)
    const sums = Float64Array.of(7, 7, 7, 7, 0)
    const none = { sums: new Float64Array(5), counts }
    expect(differenceOf(world, { sums, counts }, none)).toEqual({ ms: 7, lowMs: null, highMs: null })
    expect(intervalOf(world, { sums, counts })).toBeNull()
  })

  test('a weighted mean lies within its interval, which is narrow where sources are alike', () => {
    const world = worldOf([1, 2, 3, 4, 5].map((id) => source(id, [at(id)], [at(id + 1)], id === 5 ? 3 : 1)))
    const counts = new Float64Array(5).fill(1)
    const mixed = intervalOf(world, {
      sums: Float64Array.of(HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, 5 * HOUR_MS),
      counts,
    })
    // The mean is (4 + 15) / 7 = 2.7 h; a draw without the fifth, nearly one in three, has 1 h.
    expect(mixed?.lowMs).toBe(HOUR_MS)
    expect(mixed?.highMs).toBeGreaterThan(2.8 * HOUR_MS)
    expect(mixed?.highMs).toBeLessThanOrEqual(5 * HOUR_MS)
    const alike = { sums: new Float64Array(5).fill(HOUR_MS), counts }
    expect(intervalOf(world, alike)).toEqual({ lowMs: HOUR_MS, highMs: HOUR_MS })
    expect(intervalOf(world, { sums: new Float64Array(5), counts: new Float64Array(5) })).toBeNull()
  })

  test('ten seconds are noticed by nobody; the greatest changes come first', () => {
    const world = worldOf([1, 2, 3, 4, 5].map((id) => source(id, [at(id)], [at(id + 1)])))
    const counts = Float64Array.of(1, 2, 1, 0)
    const before = { sums: Float64Array.of(60_000, 120_000, 60_000, 0), counts }
    const after = { sums: Float64Array.of(50_000, 20_000, 71_000, 0), counts }
    expect(noticedOf(world, after, before, 5)).toEqual({
      sooner: 1,
      later: 1,
      alike: 1,
      gainers: [{ sourceId: 2, postings: 2, beforeMs: 60_000, afterMs: 10_000, changeMs: -50_000 }],
      losers: [{ sourceId: 3, postings: 1, beforeMs: 60_000, afterMs: 71_000, changeMs: 11_000 }],
    })
  })

  test('the polls to reach a delay lie between two points, and are unknown outside of them', () => {
    const points = [
      { pollsPerDay: 100, weightedMeanMs: 8_000 },
      { pollsPerDay: 400, weightedMeanMs: 2_000 },
      { pollsPerDay: 50, weightedMeanMs: null },
    ]
    expect(pollsToReach(points, 4_000)).toBeCloseTo(200, 9)
    expect(pollsToReach(points, 8_000)).toBeCloseTo(100, 9)
    expect(pollsToReach(points, 1_000)).toBeNull()
    expect(pollsToReach(points, 9_000)).toBeNull()
  })
})
