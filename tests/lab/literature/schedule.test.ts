import { expect, test } from 'vitest'
import { squaredDistance } from '#lib/policy/estimate/clusters.ts'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { delaysOf } from '#tests/policy/delays-of.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { optimalTimes } from '#lib/policy/schedule/optimal-times.ts'
import { rateOfPattern, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { delayBetween, scheduleDelay } from '#tests/policy/schedule-delay.ts'
import { refineTimes } from './refine-times.ts'

const office = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 17 ? 1 : 0))
const p24 = [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 5, 4, 3, 4, 5, 4, 3, 2, 1, 1, 2, 1, 0, 0]
/** λ(t) = 2 + 2 sin 2πt, the example of SC. */
const wave: PostingRate = {
  period: 1,
  rateAt: (t) => 2 + 2 * Math.sin(2 * Math.PI * t),
  postingsUntil: (t) => 2 * t - (Math.cos(2 * Math.PI * t) - 1) / Math.PI,
  momentUntil: (t) =>
    t * t - (t * Math.cos(2 * Math.PI * t)) / Math.PI + Math.sin(2 * Math.PI * t) / (2 * Math.PI ** 2),
}

const evenly = (count: number, period: number, phase = 0): number[] =>
  Array.from({ length: count }, (_, index) => phase + (index * period) / count)

test('expected delay follows Lemma 1 and Corollary 1', () => {
  const rising: PostingRate = {
    period: 2,
    rateAt: (t) => t,
    postingsUntil: (t) => t ** 2 / 2,
    momentUntil: (t) => t ** 3 / 3,
  }
  expect(delayBetween(rising, 0, 2)).toBeCloseTo(4 / 3, 10)
  expect(delayBetween(rateOfPattern([6], 1), 0, 0.5)).toBeCloseTo(0.75, 10)
})

test('delays run to the first poll at or after a posting', () => {
  expect(delaysOf([1, 3, 5, 7, 8], [4, 9], 20)).toEqual([3, 1, 4, 2, 1])
  expect(delaysOf([4, 10], [4, 9], 20)).toEqual([0, 10])
})

test('on-off rate (SC example 1): optimum, worst and mean phase, and m polls', () => {
  const rate = rateOfPattern([1, 0], 1)
  expect([1, 0, 2].map((time) => scheduleDelay(rate, [time]))).toEqual([0.5, 1.5, 1.5])
  expect(sumOf(evenly(200, 2).map((phase) => scheduleDelay(rate, [phase]))) / 200).toBeCloseTo(1, 4)
  expect(optimalTimes(rate, 1)).toEqual([1])
  expect(optimalTimes(rate, 2)).toEqual([0.5, 1])
  expect(optimalTimes(rate, 4)).toEqual([0.25, 0.5, 0.75, 1])
  expect([2, 4].map((count) => scheduleDelay(rate, optimalTimes(rate, count)))).toEqual([0.25, 0.125])
})

test.each([
  [1, 0.68169, [24]],
  [2, 0.366381, [13, 27]],
  [3, 0.251854, [8, 18, 29]],
  [4, 0.192021, [6, 14, 21, 30]],
  [6, 0.130329, [2, 8, 13, 18, 24, 31]],
])('sine rate, %i polls on the grid: the printed slots', (count, delay, slots) => {
  const times = optimalTimes(wave, count)
  expect(times.map((time) => Math.round(time * 48))).toEqual(slots)
  expect(scheduleDelay(wave, times)).toBeCloseTo(delay, 5)
})

test.each([
  [2, 0.366287, [0.2736, 0.5675]],
  [3, 0.251427, [0.1761, 0.3749, 0.599]],
  [4, 0.191611, [0.1186, 0.2772, 0.4297, 0.6182]],
  [5, 0.154849, [0.0795, 0.215, 0.3367, 0.4655, 0.6316]],
  [6, 0.129948, [0.0507, 0.1708, 0.2748, 0.3777, 0.4914, 0.6415]],
  [8, 0.098349, [0.0104, 0.1108, 0.1943, 0.2723, 0.35, 0.4324, 0.5272, 0.6556]],
])('sine rate, %i polls refined: the printed times, and Theorem 3 holds', (count, delay, times) => {
  const found = refineTimes(wave, optimalTimes(wave, count), 0.02 / count)
  times.forEach((time, index) => expect(found[index]).toBeCloseTo(time, 4))
  expect(scheduleDelay(wave, found)).toBeCloseTo(delay, 5)
  found.forEach((time, index) => {
    const before = found[index - 1] ?? (found.at(-1) ?? 0) - 1
    const after = found[index + 1] ?? (found[0] ?? 0) + 1
    const since = wave.postingsUntil(time) - wave.postingsUntil(before < 0 ? before + 1 : before)
    const gained = before < 0 ? since + wave.postingsUntil(1) : since
    expect(wave.rateAt(time) * (after - time) - gained).toBeCloseTo(0, 8)
  })
})

test('sine rate: six polls at the best times save 22.03 % of the delay of six even ones', () => {
  const best = scheduleDelay(wave, refineTimes(wave, optimalTimes(wave, 6), 0.02 / 6))
  expect(100 * (1 - best / scheduleDelay(wave, evenly(6, 1)))).toBeCloseTo(22.03, 2)
})

test.each([2, 3, 4, 6])('sine rate: refining %i evenly spaced polls reaches the optimum', (count) => {
  const optimum = scheduleDelay(wave, refineTimes(wave, optimalTimes(wave, count), 0.02 / count))
  for (const phase of [0, 0.1]) {
    const times = refineTimes(wave, evenly(count, 1, phase), 0.02 / count)
    expect(scheduleDelay(wave, times)).toBeCloseTo(optimum, 6)
  }
})

test('sine rate: one poll stays at the worst instant when refined from it, and reaches the best from elsewhere', () => {
  expect(refineTimes(wave, [0], 0.02)).toEqual([0])
  expect(refineTimes(wave, [0.1], 0.02)[0]).toBeCloseTo(0.5, 4)
  expect(scheduleDelay(wave, [0])).toBeCloseTo(1 + 1 / Math.PI, 6)
  expect(scheduleDelay(wave, [0.5])).toBeCloseTo(1 - 1 / Math.PI, 6)
  for (const phase of [0, 0.03, 0.1]) expect(scheduleDelay(wave, evenly(4, 1, phase))).toBeCloseTo(1 / 4, 6)
})

test.each([
  ['office', office, 1, 32, 88],
  ['office', office, 2, 16, 52],
  ['office', office, 4, 8, 22],
  ['P24', p24, 1, 362, 530],
  ['P24', p24, 2, 196, 266],
  ['P24', p24, 3, 116, 202],
  ['P24', p24, 4, 87.25, 140],
  ['P24', p24, 6, 57.75, 98],
  ['P24', p24, 12, 29.75, 48],
])('%s hours %#: the printed delay of the best plan and of even spacing', (_, pattern, count, best, even) => {
  const rate = rateOfPattern(pattern, 1)
  expect(scheduleDelay(rate, optimalTimes(rate, count))).toBeCloseTo(best, 8)
  expect(scheduleDelay(rate, evenly(count, 24))).toBeCloseTo(even, 8)
})

test('office hours polled once at their start is the worst', () => {
  const rate = rateOfPattern(office, 1)
  expect(scheduleDelay(rate, [9])).toBeCloseTo(160, 8)
  expect(optimalTimes(rate, 4)).toEqual([11, 13, 15, 17])
})

test('P24 mean delays for further counts', () => {
  const rate = rateOfPattern(p24, 1)
  const means = [5, 7, 8, 9, 10, 11].map((count) => scheduleDelay(rate, optimalTimes(rate, count)) / 48)
  ;[1.4167, 1.0365, 0.9219, 0.8281, 0.7344, 0.6719].forEach((mean, index) =>
    expect(means[index]).toBeCloseTo(mean, 4),
  )
})

test('the four strategies of SC on one example', () => {
  const total = (polls: readonly number[], timesOf: (count: number, rate: PostingRate) => number[]): number =>
    sumOf(
      [48, 12, 3].map((postings, index) => {
        const rate = rateOfPattern(
          p24.map((share) => (share * postings) / 48),
          1,
        )
        return scheduleDelay(rate, timesOf(polls[index] ?? 0, rate))
      }),
    )
  const even = (count: number) => evenly(count, 24)
  const best = (count: number, rate: PostingRate) => optimalTimes(rate, count)
  expect(total([4, 4, 4], even)).toBeCloseTo(183.75, 4)
  expect(total([4, 4, 4], best)).toBeCloseTo(114.5156, 4)
  expect(total([7, 3, 2], even)).toBeCloseTo(149.4515, 4)
  expect(total([7, 3, 2], best)).toBeCloseTo(91, 4)
})

test('K-means distances of the printed example', () => {
  const source = flatPattern.map((_, hour) => ({ 9: 0.75, 10: 0.25 } as Record<number, number>)[hour] ?? 0)
  const nine = flatPattern.map((_, hour) => (hour === 9 ? 1 : 0))
  expect(squaredDistance(source, nine)).toBeCloseTo(0.125, 10)
  expect(squaredDistance(source, flatPattern)).toBeCloseTo(0.583333, 6)
})
