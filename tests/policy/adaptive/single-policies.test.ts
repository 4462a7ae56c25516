import { expect, test } from 'vitest'
import { adaptiveTtl } from '#lib/policy/adaptive/adaptive-ttl.ts'
import { advarss } from '#lib/policy/adaptive/advarss.ts'
import { fix } from '#lib/policy/adaptive/fix.ts'
import { fixlearnedA } from '#lib/policy/adaptive/fixlearned-a.ts'
import { fixlearnedW } from '#lib/policy/adaptive/fixlearned-w.ts'
import { expectedChanges, indhist, instantOfChanges } from '#lib/policy/adaptive/indhist.ts'
import { indhistAgghist } from '#lib/policy/adaptive/indhist-agghist.ts'
import { indhistTtl, isBurstRatio } from '#lib/policy/adaptive/indhist-ttl.ts'
import { boundedInterval, type IntervalRule } from '#lib/policy/adaptive/interval-rule.ts'
import { daysUntilLikely, lihz, updateChance } from '#lib/policy/adaptive/lihz.ts'
import { lru2 } from '#lib/policy/adaptive/lru-2.ts'
import { bootstrapInterval, rememberPoll, type SourceMemory, train } from '#lib/policy/adaptive/memory.ts'
import { movingAverage } from '#lib/policy/adaptive/moving-average.ts'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { buildHistory, monday } from '#tests/policy/builders.ts'
import { expectAllNear, expectNear } from '#tests/policy/near.ts'
import { memoryOf } from '#tests/policy/replay-one.ts'

const bounds = { shortest: MINUTE_MS, longest: 40_320 * MINUTE_MS, whenUnknown: HOUR_MS }
const minutes = (times: readonly number[]): number[] => times.map((time) => monday + time * MINUTE_MS)

/** Minutes until the next poll of a source whose document shows these times when it is polled at `now`. */
function interval(
  rule: IntervalRule,
  times: readonly number[],
  now: number,
  parameter = 1,
  longest = bounds.longest,
): number {
  const at = monday + now * MINUTE_MS
  const limits = { ...bounds, longest }
  return boundedInterval(rule(memoryOf(minutes(times), at), at, parameter, limits), limits) / MINUTE_MS
}
const hourly = [0, 60, 120, 180]

test('Fix: an hour, a day, a week', () => {
  expect([1, 24, 168].map((hours) => interval(fix, hourly, 200, hours))).toEqual([60, 1440, 10_080])
})

test('FixLearned: the printed intervals, learnt once', () => {
  expect(interval(fixlearnedW, hourly, 200)).toBe(60)
  expectAllNear(
    [200, 239, 240, 241, 360].map((now) => interval(fixlearnedA, hourly, now)),
    [50, 59.75, 60, 60.25, 90],
    1e-12,
  )
  const first = memoryOf(minutes(hourly), monday + 200 * MINUTE_MS)
  const later = rememberPoll(first, {
    polledAt: monday + 260 * MINUTE_MS,
    window: { size: 4, oldestAt: monday + 237 * MINUTE_MS, newestAt: monday + 240 * MINUTE_MS },
    newTimes: minutes([237, 238, 239, 240]),
  })
  expect(fixlearnedA(later, later.polledAt, 1, bounds)).toBe(50 * MINUTE_MS)
})

test('AdaptiveTTL: the printed intervals', () => {
  expectAllNear(
    [0.1, 0.2, 1, 3].map((parameter) => interval(adaptiveTtl, hourly, 200, parameter)),
    [2, 4, 20, 60],
  )
  expectAllNear(
    [0.1, 3].map((parameter) => interval(adaptiveTtl, [0], 1440, parameter)),
    [144, 4320],
  )
})

test('LRU-2: the two newest distinct times, also when the document no longer shows both', () => {
  expect(interval(lru2, [0, 60, 60], 70)).toBe(60)
  expect(interval(lru2, [0, 0], 70)).toBe(60)
  const single = rememberPoll(memoryOf(minutes([0]), monday), {
    polledAt: monday + 30 * MINUTE_MS,
    window: { size: 1, oldestAt: monday + 20 * MINUTE_MS, newestAt: monday + 20 * MINUTE_MS },
    newTimes: minutes([20]),
  })
  expect(lru2(single, single.polledAt, 1, bounds)).toBe(20 * MINUTE_MS)
})

test('moving average: the mean gap; what reaches the longest interval is spread over its second half', () => {
  expect(interval(movingAverage, hourly, 200, 1, 6 * HOUR_MS)).toBe(60)
  const slow = Array.from({ length: 200 }, (_, index) =>
    interval(movingAverage, [0, 1440, 2880], 3000 + index, 1, 6 * HOUR_MS),
  )
  expect(Math.min(...slow)).toBeGreaterThanOrEqual(180)
  expect(Math.max(...slow)).toBeLessThanOrEqual(360)
  expect(new Set(slow.map((length) => Math.floor(length / 18))).size).toBeGreaterThan(8)
})

const profile = flatPattern.map(
  (_, hour) => ({ 11: 0.125, 12: 0.125, 13: 0.375 } as Record<number, number>)[hour] ?? 0,
)

test('IndHist: the printed sums and instants', () => {
  const from = monday + 11.5 * HOUR_MS
  expect(expectedChanges(profile, from, monday + 14 * HOUR_MS)).toBeCloseTo(0.5625, 10)
  expectAllNear(
    [0.1, 0.3, 0.5, 0.5625, 0.7].map(
      (threshold) => (instantOfChanges(profile, from, threshold) - monday) / MINUTE_MS,
    ),
    [738, 798, 830, 840, 1440 + 726],
    1e-9,
  )
  expect(
    instantOfChanges(
      flatPattern.map(() => 0),
      from,
      0.7,
    ),
  ).toBe(Infinity)
  expect(instantOfChanges(profile, from, 6.25)).toBeCloseTo(from + 10 * DAY_MS, 3)
})

function trained(hourly: readonly number[], changes: Partial<SourceMemory> = {}): SourceMemory {
  const rates = { hourly, cluster: null, postings: 10, hours: 3 }
  return { ...memoryOf([monday - HOUR_MS], monday), trained: rates, ...changes }
}

test('IndHist: without a change the longest interval, without training the default', () => {
  const silent = trained(flatPattern.map(() => 0))
  expect(boundedInterval(indhist(silent, monday, 0.7, bounds), bounds)).toBe(bounds.longest)
  expect(boundedInterval(indhist({ ...silent, trained: null }, monday, 0.7, bounds), bounds)).toBe(HOUR_MS)
})

test('IndHist/TTL: more than twice the expected changes are a burst, and any where none was expected', () => {
  expect([4, 7, 6].map((found) => isBurstRatio(found, 3))).toEqual([false, true, false])
  expect([isBurstRatio(1, 0), isBurstRatio(0, 0)]).toEqual([true, false])
  const threeADay = flatPattern.map(() => 3 / 24)
  const withFound = (count: number): SourceMemory =>
    trained(threeADay, {
      lastDayTimes: Array.from({ length: count }, (_, index) => monday - (index + 1) * HOUR_MS),
    })
  const ttl = adaptiveTtl(withFound(7), monday, 0.1, bounds)
  expect(indhistTtl(withFound(7), monday, 0.7, bounds)).toBe(ttl)
  expect(indhistTtl(withFound(7), monday, 10, bounds)).toBe(adaptiveTtl(withFound(7), monday, 3, bounds))
  expect(indhistTtl(withFound(6), monday, 0.7, bounds)).toBe(indhist(withFound(6), monday, 0.7, bounds))
})

test("IndHist/AggHist: the cluster's rates where changes are few for their hours, else the source's own", () => {
  const own = flatPattern.map(() => 1)
  const cluster = flatPattern.map(() => 2)
  const thin = trained(own, { trained: { hourly: own, cluster, postings: 3, hours: 2 } })
  const thick = trained(own, { trained: { hourly: own, cluster, postings: 4, hours: 2 } })
  expect(indhistAgghist(thin, monday, 1, bounds)).toBe(HOUR_MS / 2)
  expect(indhistAgghist(thick, monday, 1, bounds)).toBe(HOUR_MS)
})

test('LIHZ: the printed chances and days', () => {
  const counts = { hits: [5, 3, 2, 5, 2, 2, 6], days: [7, 7, 6, 6, 6, 6, 7] } // Sunday first
  expectAllNear(
    [2, 3, 4, 5, 6, 0, 1].map((weekday) => updateChance(counts, weekday)),
    [0.3556, 0.8056, 0.3556, 0.3556, 0.827, 0.6984, 0.4413],
  )
  expect([0.1, 0.5, 1, 1.5, 2].map((threshold) => daysUntilLikely(counts, 1, threshold))).toEqual([
    1, 2, 2, 3, 5,
  ])
  expect([2, 3].map((weekday) => updateChance(counts, weekday) >= 0.5)).toEqual([false, true])
  let sum = 0
  const sums = [2, 3, 4, 5, 6, 0, 1].map((weekday) => (sum += updateChance(counts, weekday)))
  expectAllNear(sums, [0.3556, 1.1611, 1.5167, 1.8722, 2.6992, 3.3976, 3.8389])
  const booked = { ...counts, days: counts.days.map((days, weekday) => (weekday === 2 ? days + 1 : days)) }
  expectNear(updateChance(booked, 3), 0.8043)
  expect(daysUntilLikely({ hits: Array(7).fill(0), days: Array(7).fill(2) }, 1, 0.1)).toBe(Infinity)
})

test('LIHZ books a change on the day it is detected, each day once, and unpolled days as without one', () => {
  const history = buildHistory(1, 0, { postingTimes: [monday - 7 * DAY_MS + HOUR_MS], knownUntil: monday })
  const learnt = train(memoryOf([], monday), history, monday)
  expect(learnt.weekdays).toEqual({ days: Array(7).fill(2), hits: [0, 1, 0, 0, 0, 0, 0] })
  expect(lihz(learnt, monday, 1, bounds)).toBeGreaterThanOrEqual(DAY_MS)
  const poll = (memory: SourceMemory, polledAt: number, found: boolean): SourceMemory =>
    rememberPoll(memory, { polledAt, window: null, newTimes: found ? [polledAt] : [] })
  const wednesday = poll(poll(learnt, monday + 2.2 * DAY_MS, true), monday + 2.4 * DAY_MS, true)
  expect(wednesday.weekdays).toEqual({ days: [2, 2, 3, 3, 2, 2, 2], hits: [0, 1, 0, 1, 0, 0, 0] })
})

test('advaRSS: the printed bootstrap', () => {
  let reached = 60 * MINUTE_MS
  const intervals = [false, false, false, true, true, true].map(
    (found) => (reached = bootstrapInterval(reached, found)) / MINUTE_MS,
  )
  expectAllNear(intervals, [90, 135, 202.5, 40.5, 10, 10], 1e-12)
  const quiet = rememberPoll(memoryOf([], monday), { polledAt: monday + HOUR_MS, window: null, newTimes: [] })
  expect(advarss(quiet, quiet.polledAt, 1, bounds)).toBe(90 * MINUTE_MS)
})
