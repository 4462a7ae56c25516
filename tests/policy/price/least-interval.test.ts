import { expect, test } from 'vitest'
import { leastIntervalOf } from '#lib/policy/learning/least-interval.ts'
import { planByPrice, planPriced, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { hoursOfWeek } from '#lib/policy/learning/week.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { drawTimes } from './builders.ts'

const flat = new Float32Array(hoursOfWeek).fill(1)
const settings = { minIntervalMs: 10 * MINUTE_MS, sparesQuiet: true }
const learntAt = monday + 56 * DAY_MS

test('a source of which nothing is expected is polled hourly at most, where the settings heed that', () => {
  expect(leastIntervalOf({}, settings, 0.5, flat)).toBe(HOUR_MS)
  expect(leastIntervalOf({}, settings, 5, flat)).toBe(10 * MINUTE_MS)
  expect(leastIntervalOf({}, { minIntervalMs: 10 * MINUTE_MS }, 0.5, flat)).toBe(10 * MINUTE_MS)
})

test('a quiet source is polled as soon as its admin wants it, but not below the setting', () => {
  expect(leastIntervalOf({ greatestDelayMs: 20 * MINUTE_MS }, settings, 0.5, flat)).toBe(20 * MINUTE_MS)
  expect(leastIntervalOf({ greatestDelayMs: MINUTE_MS }, settings, 0.5, flat)).toBe(10 * MINUTE_MS)
})

test('a source that posts seldom but at a known hour is polled as often as the setting allows', () => {
  const atSeven = Float32Array.from({ length: hoursOfWeek }, (_, hour) =>
    hour % 24 === 7 ? Math.sqrt(24) : 0,
  )
  expect(leastIntervalOf({}, settings, 0.5, atSeven)).toBe(10 * MINUTE_MS)
})

test('a source that somebody asks for may be polled each three minutes, and never less often than the setting', () => {
  expect(leastIntervalOf({ isUrgent: true }, settings, 0.1, flat)).toBe(3 * MINUTE_MS)
  expect(leastIntervalOf({ isUrgent: true }, { minIntervalMs: MINUTE_MS }, 0.1, flat)).toBe(MINUTE_MS)
})

function source(sourceId: number, rest: Partial<PricedSource> = {}): PricedSource {
  const newTimes = drawTimes(200, () => true, seededRandom(sourceId))
  const memory = remember(emptyMemory(monday), { polledAt: learntAt, newTimes }, firstPopulation(monday))
  return { sourceId, weight: 1, windowSize: 15, polledAt: learntAt, memory, ...rest }
}

const budget = { budgetPerDay: 120, maxStalenessMs: DAY_MS, minIntervalMs: MINUTE_MS }
const priceOf = (sources: readonly PricedSource[]) =>
  planByPrice(sources, budget, learntAt, firstPopulation(monday), 0)

test('what a source that is held back does not get makes polls cheaper for the others', () => {
  const others = [1, 2, 3, 4].map((id) => source(id))
  const held = priceOf([...others, source(5, { heldMs: 2 * DAY_MS })])
  const alone = priceOf(others)
  const free = priceOf([...others, source(5)])
  expect(held.population.price).toBeCloseTo(alone.population.price, 3)
  expect(free.population.price).toBeGreaterThan(1.3 * held.population.price)
  const pollsOf = (planning: typeof held) => planning.plans[0]?.pollsPerDay ?? 0
  expect(pollsOf(held)).toBeGreaterThan(1.15 * pollsOf(free))
})

test('a source that is held no longer than it waits anyway changes no price, to the last bit', () => {
  const sources = [1, 2, 3, 4, 5].map((id) => source(id))
  const waiting = sources.map((each) => ({ ...each, heldMs: MINUTE_MS }))
  expect(priceOf(waiting).population.price).toBe(priceOf(sources).population.price)
})

test('a plan of a source that somebody asks for has the lower bound, and more polls where the price asks for them', () => {
  const { population } = priceOf([source(1), source(2)])
  const cheap = { ...population, price: population.price / 1e4 }
  const bounds = { minIntervalMs: 10 * MINUTE_MS }
  const [usual, urgent] = [false, true].map((isUrgent) =>
    planPriced(source(1, { isUrgent }), bounds, cheap, learntAt),
  )
  expect(usual?.minIntervalMs).toBe(10 * MINUTE_MS)
  expect(urgent?.minIntervalMs).toBe(3 * MINUTE_MS)
  expect(urgent?.pollsPerDay).toBeGreaterThan(2 * (usual?.pollsPerDay ?? Infinity))
})
