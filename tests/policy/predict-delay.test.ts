import { expect, test } from 'vitest'
import { expectedDelayMs, hoursOf, neverPolledDelayMs, pricedDelayMs } from '#lib/policy/predict-delay.ts'
import { budgetPreviews, type PreviewedPlan } from '#lib/policy/preview.ts'
import { rootsOf } from '#lib/policy/price/curve.ts'
import { flatPattern } from '#lib/policy/price/pattern.ts'
import { drawSources } from '#lib/policy/synthetic.ts'
import { presenceFrom } from '#lib/policy/price/presence.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/time.ts'
import type { PolicySettings } from '#lib/policy/types.ts'

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

test('reading hours: postings wait longer than if somebody were always there, by as much as hours differ', () => {
  const halfTheDay = presenceFrom(Array.from({ length: 168 }, (_, hour) => (hour % 24 < 12 ? 1 : 0)))
  const { meanRoot, meanDelayRoot } = rootsOf(flatPattern, halfTheDay)
  // √w is 1 or √0.2, each for half of the hours.
  expect(meanRoot).toBeCloseTo((1 + Math.sqrt(0.2)) / 2, 5)
  expect(meanDelayRoot).toBeCloseTo((1 + Math.sqrt(5)) / 2, 5)
  const always = rootsOf(flatPattern)
  expect([always.meanRoot, always.meanDelayRoot]).toEqual([1, 1])
})

const settings: PolicySettings = {
  ...{ policy: 'price', budgetPerDay: 10, maxStalenessMs: DAY_MS, minIntervalMs: 10 * 60_000 },
}
const plan = (sourceId: number, ratePerDay: number, polls = 1): PreviewedPlan => {
  return { sourceId, weight: 1, ratePerDay, windowSize: 50, hours: { polls, delay: polls } }
}

test('under a price polls follow the root of the rate and how even the hours are, within the budget', () => {
  const at = budgetPreviews(
    [plan(1, 4), plan(2, 16), plan(3, 16, 0.5), { ...plan(4, 9), weight: 0 }],
    settings,
  )
  const { pollsPerDay } = at(100)
  expect(sum(pollsPerDay)).toBeCloseTo(100, 4)
  expect((pollsPerDay[1] ?? 0) / (pollsPerDay[0] ?? 0)).toBeCloseTo(2, 6)
  expect((pollsPerDay[1] ?? 0) / (pollsPerDay[2] ?? 0)).toBeCloseTo(2, 6)
  expect(pollsPerDay[3]).toBe(0)
  // Keeping a day's staleness takes no more than half of the budget.
  expect(sum(at(2).pollsPerDay)).toBeCloseTo(2, 6)
  // All at their least interval: the rest is left over.
  expect(sum(at(1e6).pollsPerDay)).toBeCloseTo(3 * 144, 6)
  const delays = [1, 2, 5, 20, 100, 1000].map((budget) => at(budget).meanDelayMs ?? 0)
  expect(delays).toEqual(delays.toSorted((a, b) => b - a))
})

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
