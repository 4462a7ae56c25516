import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { exhaustiveTimes } from './exhaustive-times.ts'
import { optimalTimes } from '#lib/policy/schedule/optimal-times.ts'
import { integralsAt, rateOfPattern, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { scheduleDelay } from '#tests/policy/schedule-delay.ts'
import { refineTimes } from './refine-times.ts'
import { decimal, holds, seed } from '#tests/policy/random-cases.ts'

const pattern = fc
  .array(fc.oneof(fc.constant(0), decimal(0.01, 10)), { minLength: 4, maxLength: 12 })
  .filter((shares) => sumOf(shares) > 0)

test(`the grid's plan is never worse than even gaps or any plan on the grid, nor off it than the iterative one by more than the grid (seed ${seed})`, () => {
  holds(
    fc.property(
      pattern,
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.nat(47), { minLength: 6, maxLength: 6 }),
      (shares, count, slots) => {
        const rate = rateOfPattern(shares, 48 / shares.length)
        const best = scheduleDelay(rate, optimalTimes(rate, count))
        const chosen = [...new Set(slots)].slice(0, count).sort((one, other) => one - other)
        const padded = chosen.length < count ? null : chosen
        if (padded !== null) expect(best).toBeLessThanOrEqual(scheduleDelay(rate, padded) * (1 + 1e-9))
        const even = Array.from({ length: count }, (_, index) => Math.round((index * 48) / count))
        expect(best).toBeLessThanOrEqual(scheduleDelay(rate, even) * (1 + 1e-9))
      },
    ),
  )
})

/** a + b·sin 2πt with its phase: smooth, one period long. */
const wave = fc
  .tuple(decimal(0.5, 3), decimal(0, 0.95), decimal(0, 1))
  .map(([mean, part, phase]): PostingRate => {
    const angle = (t: number): number => 2 * Math.PI * (t + phase)
    const height = mean * part
    const integral = (t: number): number => mean * t - (height * Math.cos(angle(t))) / (2 * Math.PI)
    const moment = (t: number): number =>
      (mean * t * t) / 2 -
      (height * t * Math.cos(angle(t))) / (2 * Math.PI) +
      (height * Math.sin(angle(t))) / (4 * Math.PI ** 2)
    return {
      period: 1,
      rateAt: (t) => mean + height * Math.sin(angle(t)),
      postingsUntil: (t) => integral(t) - integral(0),
      momentUntil: (t) => moment(t) - moment(0),
    }
  })

test(`at the optimum Theorem 3 holds: λ(τ) · gap after = postings of the gap before (seed ${seed})`, () => {
  holds(
    fc.property(wave, fc.integer({ min: 1, max: 6 }), (rate, count) => {
      const times = refineTimes(rate, optimalTimes(rate, count), 0.02 / count)
      times.forEach((time, index) => {
        const before = times[index - 1] ?? (times.at(-1) ?? 0) - 1
        const after = times[index + 1] ?? (times[0] ?? 0) + 1
        const gained = integralsAt(rate, time + 1).postings - integralsAt(rate, before + 1).postings
        expect(rate.rateAt(time) * (after - time)).toBeCloseTo(gained, 7)
      })
    }),
    25,
  )
})

test(`the grid's plan is as good as the iterative one, within what the grid costs, and as the exhaustive (seed ${seed})`, () => {
  holds(
    fc.property(wave, fc.integer({ min: 1, max: 5 }), decimal(0, 1), (rate, count, phase) => {
      const slots = 96
      const best = scheduleDelay(rate, optimalTimes(rate, count, slots))
      const start = Array.from({ length: count }, (_, index) => (index + phase) / count)
      const refined = refineTimes(rate, start, 0.02 / count, 1e-6)
      const exhaustive = exhaustiveTimes(rate, count, 24) ?? []
      // Moving every time to the grid changes each gap by a slot at most: the second-order cost, half of λ's greatest · slot² a poll.
      const gridCost = (count * 2 * 6) / slots ** 2
      expect(best).toBeLessThanOrEqual(scheduleDelay(rate, refined) + gridCost)
      expect(best).toBeLessThanOrEqual(scheduleDelay(rate, exhaustive) + gridCost)
    }),
    25,
  )
})
