import { expect, test } from 'vitest'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { exhaustiveTimes } from './exhaustive-times.ts'
import { optimalTimes } from '#lib/policy/schedule/optimal-times.ts'
import { rateOfPattern, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { scheduleDelay } from '#tests/policy/schedule-delay.ts'
import { officePattern } from '#tests/policy/builders.ts'
import { expectNear } from '#tests/policy/near.ts'

/** λ(t) = 2 + 2 sin 2πt, the example of SC. */
const wave: PostingRate = {
  period: 1,
  rateAt: (t) => 2 + 2 * Math.sin(2 * Math.PI * t),
  postingsUntil: (t) => 2 * t - (Math.cos(2 * Math.PI * t) - 1) / Math.PI,
  momentUntil: (t) =>
    t * t - (t * Math.cos(2 * Math.PI * t)) / Math.PI + Math.sin(2 * Math.PI * t) / (2 * Math.PI ** 2),
}

test.each([
  [1, 0.68169],
  [2, 0.366381],
  [3, 0.252103],
  [4, 0.191914],
  [6, 0.13018],
])('exhaustive search, sine rate, %i polls: the printed delay', (count, delay) => {
  const times = exhaustiveTimes(wave, count) ?? []
  expect(times).toHaveLength(count)
  expectNear(scheduleDelay(wave, times), delay, 1e-6)
})

test('exhaustive search, office hours: quiet nights are pruned, the plan is the known best', () => {
  const rate = rateOfPattern(officePattern, 1)
  for (const count of [1, 2, 4]) {
    const found = scheduleDelay(rate, exhaustiveTimes(rate, count) ?? [])
    expect(found).toBeCloseTo(scheduleDelay(rate, optimalTimes(rate, count)), 9)
  }
})

test('exhaustive search: without postings every plan of three polls is pruned; counts that are none are refused', () => {
  const silent = rateOfPattern(
    officePattern.map(() => 0),
    1,
  )
  expect(exhaustiveTimes(silent, 2)).toHaveLength(2)
  expect(exhaustiveTimes(silent, 3)).toBeNull()
  expect(() => exhaustiveTimes(wave, 0)).toThrow(/count/)
})

test('Theorem 2: the best single poll comes just as the rate falls through its mean', () => {
  const [time = 0] = exhaustiveTimes(wave, 1, 480) ?? []
  expectNear(wave.rateAt(time), wave.postingsUntil(1), 1e-9)
  expect(wave.rateAt(time - 0.01)).toBeGreaterThan(wave.rateAt(time + 0.01))
  const expected = sumOf([1, -1 / Math.PI])
  expectNear(scheduleDelay(wave, [time]), expected, 1e-9)
})
