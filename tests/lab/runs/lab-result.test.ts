import { expect, test } from 'vitest'
import { labResultOf } from '#lib/lab/runs/lab-result.ts'
import type { LabRequest, LabResult } from '#lib/api/server/lab.ts'
import type { LabSource, LabWorld } from '#lib/lab/simulator/world.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { noWindowMemory } from '#lib/policy/schedule/window-memory.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { byTier } from '#tests/support/run/tier.ts'

const takeoverAt = Date.UTC(2026, 0, 5)
const endAt = takeoverAt + 3 * DAY_MS
const request: LabRequest = {
  policies: ['price', 'adaptive-ttl', 'lru-2', 'mavsync', 'minimum-delay'],
  budgets: [0.25, 4],
  days: 3,
  until: 'midnight',
  weights: 'now',
  search: '',
}

/** Sources with bursts and silences, some found a while after their postings could be. */
function drawWorld(seed: number): LabWorld {
  const random = seededRandom(seed)
  const drawTimes = (from: number, until: number, count: number) =>
    Array.from({ length: count }, () => Math.round(from + random() ** 2 * (until - from))).sort(
      (a, b) => a - b,
    )
  const sources = Array.from({ length: 2 + Math.floor(4 * random()) }, (_, index): LabSource => {
    const knownTimes = drawTimes(
      takeoverAt - 10 * DAY_MS,
      takeoverAt - HOUR_MS,
      1 + Math.floor(40 * random()),
    )
    const times = drawTimes(takeoverAt, endAt, Math.floor(30 * random()))
    const foundAt = times.map((at) => at + Math.floor(random() * HOUR_MS))
    return {
      sourceId: index + 1,
      weight: 0.2 + 3 * random(),
      windowSize: 15,
      knownTimes,
      knownSince: knownTimes[0] ?? 0,
      polledAt: takeoverAt - HOUR_MS,
      nextPollAt: takeoverAt + HOUR_MS,
      times: Float64Array.from(times),
      foundAt: Float64Array.from(foundAt),
      lagMs: Float64Array.from(times, () => (random() < 0.2 ? 5 * MINUTE_MS : 0)),
      isCounted: Uint8Array.from(times, () => (random() < 0.9 ? 1 : 0)),
      polls: foundAt.filter((at) => at < endAt),
      failedPolls: 0,
      plan: null,
      memory: null,
      window: noWindowMemory,
      leastIntervalMs: null,
      override: { fixedIntervalMs: null, greatestDelayMs: null },
    }
  })
  const settings = {
    ...({ policy: 'uniform', budgetPerDay: 6 * sources.length, maxStalenessMs: DAY_MS } as const),
    minIntervalMs: 10 * MINUTE_MS,
  }
  return { sources, takeoverAt, endAt, settings, population: null, spent: null }
}

async function resultOf(seed: number): Promise<LabResult> {
  const world = drawWorld(seed)
  const noTitles = async () => new Map<number, string>()
  return labResultOf(
    { world, allSources: world.sources.length },
    request,
    noTitles,
    () => undefined,
    () => 0,
  )
}

test('of random worlds no result lies below the bound, which the line that is drawn passes at its own polls a day', async () => {
  const worlds = byTier({ night: 40, sample: 10 })
  let near = 0
  let between = 0
  for (let seed = 1; seed <= worlds; seed++) {
    const { points, happened, bound = [] } = await resultOf(seed)
    for (const { pollsPerDay, weightedMeanMs } of [...points, happened]) {
      if (weightedMeanMs === null) continue
      const own = bound.find(({ budgetPerDay }) => budgetPerDay === pollsPerDay)?.weightedMeanMs
      expect(own, `seed ${seed}: no bound at ${pollsPerDay} polls a day`).toBeDefined()
      expect(weightedMeanMs, `seed ${seed}`).toBeGreaterThanOrEqual((own ?? Infinity) - 1e-3)
      if (weightedMeanMs > 0 && (own ?? 0) / weightedMeanMs > 0.1) near++
    }
    // Of these a line from budget to budget would say too much.
    for (const { budgetPerDay, pollsPerDay, weightedMeanMs } of points)
      if (budgetPerDay !== pollsPerDay && weightedMeanMs !== null) between++
    expect(bound).toEqual(bound.toSorted((a, b) => a.budgetPerDay - b.budgetPerDay))
  }
  expect(near).toBeGreaterThan(worlds / 2)
  expect(between).toBeGreaterThan(worlds * 2)
})

test('the points of a result are told one by one as they are replayed', async () => {
  const world = drawWorld(1)
  const told: { part: number; points: number; last: unknown }[] = []
  const result = await labResultOf(
    { world, allSources: world.sources.length },
    request,
    async () => new Map<number, string>(),
    (part, { points }) => told.push({ part, points: points.length, last: points.at(-1) }),
    () => 0,
  )
  expect(told.map(({ points }) => points)).toEqual(result.points.map((_, index) => index + 1))
  expect(told.map(({ last }) => last)).toEqual(result.points)
})
