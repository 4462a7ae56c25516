import { describe, expect, test } from 'vitest'
import {
  instantOfExpected,
  longestSafeInterval,
  overflowChance,
  safePostings,
} from '#lib/policy/schedule/window-overflow.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mondayAt = Date.UTC(2026, 0, 5)

describe('the safe number of postings', () => {
  // Half the 1 % quantile of chi-squared with 2 (window + 1) degrees of freedom, from statistical tables.
  test.each([
    [1, 0.14855],
    [4, 1.2791],
    [10, 4.7711],
    [20, 11.825],
    [49, 35.0325],
  ])('of a window of %d is %d under Poisson', (windowSize, expected) => {
    expect(safePostings({ windowSize, risk: 0.01 })).toBeCloseTo(expected, 3)
  })

  test('leaves exactly the risk that was asked for, whatever the dispersion', () => {
    for (const dispersion of [1, 1.5, 4, 20]) {
      for (const windowSize of [1, 10, 100, 1_000]) {
        const mean = safePostings({ dispersion, windowSize, risk: 0.02 })
        expect(overflowChance(mean, dispersion, windowSize)).toBeCloseTo(0.02, 6)
      }
    }
  })

  test('falls with bursts and rises with the window', () => {
    const at = (dispersion: number, windowSize: number) =>
      safePostings({ dispersion, windowSize, risk: 0.01 })
    expect(at(3, 10)).toBeLessThan(at(1.5, 10))
    expect(at(1.5, 10)).toBeLessThan(at(1, 10))
    expect(at(1, 11)).toBeGreaterThan(at(1, 10))
  })

  test('of an empty window is that of one posting, and of a huge one finite', () => {
    expect(safePostings({ windowSize: 0, risk: 0.01 })).toBe(safePostings({ windowSize: 1, risk: 0.01 }))
    expect(safePostings({ windowSize: 1e9, risk: 0.01 })).toBeGreaterThan(4_000)
  })
})

describe('the longest safe interval', () => {
  test('is the safe number of postings at the rate', () => {
    const question = { windowSize: 10, risk: 0.01 }
    expect(longestSafeInterval({ ratePerDay: 4, ...question })).toBeCloseTo((4.7711 / 4) * dayMs, -5)
    expect(longestSafeInterval({ ratePerDay: 0, ...question })).toBe(Infinity)
  })

  test('keeps the chance of an overflow in a simulated world (seed 20260105)', () => {
    const random = seededRandom(20_260_105)
    const question = { ratePerDay: 24, windowSize: 10, risk: 0.05 }
    const days = longestSafeInterval(question) / dayMs
    let overflows = 0
    for (let trial = 0; trial < 20_000; trial++) {
      let postings = 0
      let at = -Math.log(1 - random()) / question.ratePerDay
      for (; at <= days; at -= Math.log(1 - random()) / question.ratePerDay) postings++
      if (postings > question.windowSize) overflows++
    }
    expect(overflows / 20_000).toBeGreaterThan(0.044)
    expect(overflows / 20_000).toBeLessThan(0.056)
  })

  test.each([
    { ratePerDay: -1 },
    { windowSize: -1 },
    { dispersion: 0.5 },
    { risk: 0 },
    { risk: 1 },
    { ratePerDay: NaN },
  ])('refuses %o', (wrong) => {
    expect(() => longestSafeInterval({ ratePerDay: 1, windowSize: 10, risk: 0.01, ...wrong })).toThrow(
      RangeError,
    )
  })
})

describe('the instant by which postings are expected', () => {
  test('is reckoned with the hours in which they come', () => {
    const mornings = Array.from({ length: 24 }, (_, hour) => (hour === 8 || hour === 9 ? 0.5 : 0))
    expect(instantOfExpected(mondayAt, 6, 4, mornings)).toBe(mondayAt + dayMs + 9 * hourMs)
    expect(instantOfExpected(mondayAt + 10 * hourMs, 1, 4, mornings)).toBe(mondayAt + dayMs + 8.5 * hourMs)
  })
  test('is even without a pattern, and never without postings', () => {
    expect(instantOfExpected(mondayAt + 1234, 3, 2, [])).toBeCloseTo(mondayAt + 1234 + 1.5 * dayMs, 0)
    expect(instantOfExpected(mondayAt, 3, 0, [])).toBe(Infinity)
  })
})
