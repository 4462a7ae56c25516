import { expect, test } from 'vitest'
import { age, ageGain, allocateByAge } from '#lib/lab/literature/cgm-age.ts'
import { allocateByFreshness, freshness, freshnessGain } from '#lib/lab/literature/cgm-freshness.ts'
import { allocateByHarvest, type WindowedDemand } from '#lib/lab/literature/minimum-missing.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { expectAllNear, expectNear } from '#tests/policy/near.ts'
import { expectedMisses, plannedMisses } from './misses.ts'

const demandsOf = (rates: readonly number[]) => rates.map((ratePerDay) => ({ ratePerDay, weight: 1 }))
const windowed = (postings: readonly number[], sizes: readonly number[]): WindowedDemand[] =>
  postings.map((count, index) => ({ postings: count, windowSize: sizes[index] ?? 0 }))
const missesOf = (demands: readonly WindowedDemand[], polls: readonly number[]): number[] =>
  demands.map((demand, index) => plannedMisses(demand, polls[index] ?? 0))

test.each([
  [
    [1, 2, 3, 4, 5],
    5,
    [1.1499, 1.3584, 1.3538, 1.1379, 0],
    [0.8349, 0.9679, 1.0335, 1.0706, 1.0931],
    7.238605,
  ],
  [[30, 30, 10, 10], 8, [0, 0, 4, 4], [2.034, 2.034, 1.966, 1.966], 19.835586],
  [[24, 6, 1, 0.25], 8, [0, 4.3395, 2.3803, 1.2802], [2.8086, 2.4853, 1.6316, 1.0745], 5.902517],
])('CGM03, rates %j at %d polls: the printed shares and delay', (rates, budget, fresh, young, delay) => {
  expectAllNear(allocateByFreshness(demandsOf(rates), budget), fresh)
  const shares = allocateByAge(demandsOf(rates), budget)
  expectAllNear(shares, young)
  expectNear(sumOf(rates.map((rate, index) => rate / (2 * (shares[index] ?? 0)))), delay)
  expectNear(sumOf(shares), budget, 1e-9)
})

test('CGM03: the printed freshness and age, of the textbook example and of single sources', () => {
  const rates = [1, 2, 3, 4, 5]
  const mean = (values: readonly number[]): number => sumOf(values) / values.length
  const fresh = allocateByFreshness(demandsOf(rates), 5)
  const young = allocateByAge(demandsOf(rates), 5)
  expectNear(
    mean(rates.map((rate, index) => ((fresh[index] ?? 0) > 0 ? freshness(rate, fresh[index] ?? 0) : 0))),
    0.373889,
  )
  expectNear(mean(rates.map((rate, index) => age(rate, young[index] ?? 0))), 0.250335)
  expectNear(mean(rates.map((rate) => freshness(rate, 1))), 0.365053)
  expectNear(mean(rates.map((rate) => age(rate, 1))), 0.254324)
  expectNear(freshnessGain(1, fresh[0] ?? 0), 0.216432)
  expectNear(ageGain(1, young[0] ?? 0), 0.380778)
  expectAllNear(
    [0.5, 1, 2].map((rate) => freshness(rate, 1)),
    [0.786939, 0.632121, 0.432332],
  )
  expectAllNear(
    [0.5, 1, 2].map((rate) => age(rate, 1)),
    [0.073877, 0.132121, 0.216166],
  )
  expectNear(freshnessGain(2, 0.7), 0.389237)
  expectNear(ageGain(2, 0.7), 0.82579)
})

test.each([
  [freshnessGain, 2],
  [ageGain, 3],
  [age, 2],
])(
  'CGM03, function %#: no jump where the closed form gives way to its series, nor noise at tiny gaps',
  (gain, power) => {
    // In tiny gaps r all three are powers of r.
    const before = 0.009999
    const after = 0.010001
    expectNear(gain(1, 1 / before) / gain(1, 1 / after), (before / after) ** power, 1e-5)
    expectNear(gain(1, 1e7) / gain(1, 2e7), 2 ** power, 1e-5)
  },
)

test.each([
  [allocateByAge, ageGain],
  [allocateByFreshness, freshnessGain],
])(
  'CGM03, policy %#: 100,000 sources of as many weights share the last poll and all gain alike',
  (allocate, gain) => {
    const random = seededRandom(3)
    const demands = Array.from({ length: 100_000 }, () => {
      return { weight: 1 + 9 * random(), ratePerDay: 10 ** (4 * random() - 3) }
    })
    const shares = allocate(demands, 400_000)
    expectNear(sumOf(shares) / 400_000, 1, 1e-9)
    let least = Infinity
    let greatest = 0
    demands.forEach(({ weight, ratePerDay }, index) => {
      const polls = shares[index] ?? 0
      if (polls <= ratePerDay / 20) return // gains of later polls are all but the same
      const worth = weight * gain(ratePerDay, polls)
      least = Math.min(least, worth)
      greatest = Math.max(greatest, worth)
    })
    expectNear(greatest / least, 1, 1e-6)
  },
)

test('CGM03: sources that never change get nothing; claims that are none are refused', () => {
  expectAllNear(allocateByAge(demandsOf([0, 2]), 3), [0, 3], 1e-9)
  expect(allocateByFreshness(demandsOf([0, 0]), 3)).toEqual([0, 0])
  expect(() => allocateByAge(demandsOf([-1]), 3)).toThrow(/weight, rate/)
  expect(() => allocateByAge(demandsOf([1]), Number.NaN)).toThrow(/budgetPerDay/)
})

const han = windowed([30, 30, 10, 10], [15, 10, 10, 5])

test('minimum missing: the printed steps of HAN, poll by poll', () => {
  const steps = Array.from({ length: 9 }, (_, budget) => allocateByHarvest(han, budget))
  expect(steps).toEqual([
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [2, 0, 0, 0],
    [2, 1, 0, 0],
    [2, 2, 0, 0],
    [2, 3, 0, 0],
    [2, 3, 1, 0],
    [2, 3, 1, 1],
    [2, 3, 1, 2],
  ])
  expect(steps.map((polls) => sumOf(missesOf(han, polls)))).toEqual([80, 65, 50, 40, 30, 20, 10, 5, 0])
})

test('minimum missing: further rounds, and the misses of the other policies', () => {
  expect([9, 12, 16, 20].map((budget) => allocateByHarvest(han, budget))).toEqual([
    [3, 3, 1, 2],
    [4, 5, 1, 2],
    [4, 6, 2, 4],
    [6, 8, 2, 4],
  ])
  expect(missesOf(han, [2, 2, 2, 2])).toEqual([0, 10, 0, 0])
  expect(missesOf(han, [3, 3, 1, 1])).toEqual([0, 0, 0, 5])
})

test('minimum missing: fractions, silent sources, one source, no source with postings', () => {
  const demands = windowed([2.5, 0.3, 40, 0], [10, 10, 15, 10])
  expect([1, 3, 5, 6, 10].map((budget) => allocateByHarvest(demands, budget))).toEqual([
    [0, 0, 1, 0],
    [0, 0, 3, 0],
    [1, 1, 3, 0],
    [1, 1, 4, 0],
    [2, 2, 6, 0],
  ])
  expect(missesOf(windowed([12], [10]), [1])).toEqual([2])
  expect(allocateByHarvest(windowed([12], [10]), 3)).toEqual([3])
  expect(allocateByHarvest(windowed([0, 0], [10, 10]), 5)).toEqual([0, 0])
  expect(allocateByHarvest(windowed([3], [0]), 2)).toEqual([2])
  expect(() => allocateByHarvest(han, 1.5)).toThrow(/budget/)
  expect(() => allocateByHarvest(windowed([Number.NaN], [1]), 1)).toThrow(/postings/)
})

test('postings lost to chance: the printed expectations, and the largest safe gaps', () => {
  const printed = [
    [30, 2, 15, 3.0731],
    [30, 3, 15, 0.3104],
    [30, 2, 10, 10.2737],
    [30, 3, 10, 3.7533],
    [10, 1, 10, 1.2511],
    [10, 2, 10, 0.0444],
    [10, 1, 5, 5.0429],
    [10, 2, 5, 1.7547],
  ] as const
  for (const [postings, polls, windowSize, lost] of printed) {
    expectNear(expectedMisses({ postings, windowSize }, polls), lost)
  }
  const totals = [
    [2, 2, 2, 2],
    [3, 3, 1, 1],
    [2, 3, 1, 2],
  ].map((polls) => sumOf(han.map((demand, index) => expectedMisses(demand, polls[index] ?? 0))))
  expectAllNear(totals, [15.15, 10.36, 9.83], 0.005)
  const safe = [
    [5, 1.94, 1.09],
    [10, 5.73, 3.98],
    [15, 9.95, 7.46],
    [20, 14.36, 11.24],
    [50, 42.38, 36.35],
  ] as const
  for (const [windowSize, percent, permille] of safe) {
    const share = (mean: number): number => expectedMisses({ postings: mean, windowSize }, 1) / mean
    expect([share(percent) < 0.0101, share(percent + 0.01) > 0.0099]).toEqual([true, true])
    expect([share(permille) < 0.00102, share(permille + 0.01) > 0.00098]).toEqual([true, true])
  }
})
