import { expect, test } from 'vitest'
import {
  expectedDelayMs,
  boundedPollsPerDay,
  neverPolledDelayMs,
  pricedDelayMs,
} from '#lib/policy/schedule/predict-delay.ts'
import { budgetPreviews, pollsMade } from '#lib/policy/preview/preview.ts'
import { rootsOf } from '#lib/policy/learning/curve.ts'
import { flatWeek } from '#lib/policy/learning/pattern.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { presenceFrom } from '#lib/policy/learning/presence.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { PreviewedPlan } from '#lib/policy/preview/share-plans.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import { hoursOf } from '#tests/policy/builders.ts'

const flat = { polls: 1, delay: 1 }
const leastMs = 10 * 60_000

test('half an interval, and what it costs not to know rates; from a day on no hour shortens more than one of the days', () => {
  expect(pricedDelayMs(flat, 4, leastMs)).toBeCloseTo(1.05 * 3 * HOUR_MS, 6)
  expect(pricedDelayMs(flat, 0.25, leastMs)).toBeCloseTo(2 * DAY_MS, 6)
  expect(pricedDelayMs(flat, 0, leastMs)).toBe(neverPolledDelayMs)
  expect(pricedDelayMs({ polls: 0.5, delay: 0.5 }, 4, 60_000)).toBeCloseTo((1.05 * 3 * HOUR_MS) / 4, 6)
  expect(expectedDelayMs(hoursOf([]), { policy: 'uniform', minIntervalMs: leastMs }, 4)).toBeCloseTo(
    3 * HOUR_MS,
    6,
  )
})

/** Hours of the week at which so many times more is posted than else. */
const busyFor = (hours: number, times: number) =>
  Array.from({ length: 168 }, (_, hour) => (hour % 24 < hours ? times : 1))

test.each([
  ['two hours a day, nearly all', busyFor(2, 500), 0.2],
  ['eight hours a day, ten times as many', busyFor(8, 10), 0.06],
  ['half the day, twice as many', busyFor(12, 2), 0.02],
  ['as drawn', Array.from(drawSources({ sources: 1, seed: 3, startAt: 0 })[0]?.week ?? []), 0.02],
])('the least interval is heeded where hours ask for less: %s', (_name, week, most) => {
  const mean = week.reduce((sum, each) => sum + each, 0) / week.length
  const roots = week.map((each) => Math.sqrt(each / mean))
  const polls = roots.reduce((sum, root) => sum + root, 0) / roots.length
  for (const asked of [1, 4, 12, 24, 48, 72, 100, 144]) {
    const gapDays = (root: number) => Math.max(leastMs / DAY_MS, (1.05 * polls) / (asked * root))
    const exact = roots.reduce((sum, root) => sum + (root ** 2 * gapDays(root)) / 2, 0) / roots.length
    const predicted = pricedDelayMs({ polls, delay: polls }, asked, leastMs) / DAY_MS
    expect(Math.abs(predicted / exact - 1)).toBeLessThan(most)
  }
})

test.each([
  ['two hours a day, nearly all', busyFor(2, 500), 0.5],
  ['eight hours a day, ten times as many', busyFor(8, 10), 0.1],
  ['half the day, twice as many', busyFor(12, 2), 0.03],
  ['as drawn', Array.from(drawSources({ sources: 1, seed: 3, startAt: 0 })[0]?.week ?? []), 0.03],
])('of the polls asked for previews tell those that the least interval allows: %s', (_name, week, most) => {
  const mean = week.reduce((sum, each) => sum + each, 0) / week.length
  const roots = week.map((each) => Math.sqrt(each / mean))
  const polls = roots.reduce((sum, root) => sum + root, 0) / roots.length
  const ceiling = DAY_MS / leastMs
  let before = 0
  for (const asked of [0.2, 1, 4, 12, 24, 48, 72, 100, 144, 400, 1e4, 1e13]) {
    const exact =
      roots.reduce((sum, root) => sum + Math.min(ceiling, (asked * root) / polls), 0) / roots.length
    const held = boundedPollsPerDay({ polls, delay: polls }, asked, leastMs)
    expect(held).toBeGreaterThanOrEqual(before)
    expect(held).toBeLessThanOrEqual(Math.min(asked, ceiling))
    expect(Math.abs(held / exact - 1), `${asked} asked`).toBeLessThan(most)
    before = held
  }
})

test('reading hours: postings wait longer than if somebody were always there, by as much as hours differ', () => {
  const halfTheDay = presenceFrom(Array.from({ length: 168 }, (_, hour) => (hour % 24 < 12 ? 1 : 0)))
  const { meanRoot, meanDelayRoot } = rootsOf(flatWeek, halfTheDay)
  // √w is 1 or √0.2, each for half of the hours.
  expect(meanRoot).toBeCloseTo((1 + Math.sqrt(0.2)) / 2, 5)
  expect(meanDelayRoot).toBeCloseTo((1 + Math.sqrt(5)) / 2, 5)
  const always = rootsOf(flatWeek)
  expect([always.meanRoot, always.meanDelayRoot]).toEqual([1, 1])
})

const settings: PolicySettings = {
  policy: 'price',
  budgetPerDay: 10,
  maxStalenessMs: DAY_MS,
  minIntervalMs: 10 * 60_000,
}
const plan = (sourceId: number, ratePerDay: number, polls = 1): PreviewedPlan => {
  return { sourceId, weight: 1, ratePerDay, windowSize: 50, hours: { polls, delay: polls } }
}

test('under a price polls follow the root of the rate and how even the hours are, within the budget', () => {
  const plans = [plan(1, 4), plan(2, 16), plan(3, 16, 0.5), { ...plan(4, 9), weight: 0 }]
  const at = budgetPreviews(plans, settings)
  const made = (budgetPerDay: number) => pollsMade(plans, settings, at(budgetPerDay).asked)
  const asked = at(100).asked
  const pollsPerDay = made(100)
  expect(sum(asked)).toBeCloseTo(100, 4)
  expect((asked[1] ?? 0) / (asked[0] ?? 0)).toBeCloseTo(2, 6)
  expect((asked[1] ?? 0) / (asked[2] ?? 0)).toBeCloseTo(2, 6)
  expect(asked[3]).toBe(0)
  // Where hours are alike all that is asked for takes place, where they are not, busy ones are held back.
  expect([...pollsPerDay.slice(0, 2)]).toEqual([...asked.slice(0, 2)])
  expect((pollsPerDay[2] ?? 0) / (asked[2] ?? 0)).toBeLessThan(0.98)
  expect((pollsPerDay[2] ?? 0) / (asked[2] ?? 0)).toBeGreaterThan(0.8)
  // Keeping a day's staleness takes no more than half of the budget.
  expect(sum(made(2))).toBeCloseTo(2, 6)
  // All at their least interval: the rest is left over.
  expect(sum(made(1e6))).toBeCloseTo(3 * 144, 6)
  const delays = [1, 2, 5, 20, 100, 1000].map((budget) => at(budget).meanDelayMs ?? 0)
  expect(delays).toEqual(delays.toSorted((a, b) => b - a))
})

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
