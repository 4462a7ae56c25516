import { expect, test } from 'vitest'
import { allocateBySquareRoot } from '#lib/policy/allocate/square-root.ts'
import { allocateUniformly } from '#lib/policy/allocate/uniform.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { expectAllNear } from '#tests/policy/near.ts'

type Bounds = { low?: number[]; high?: number[]; weights?: number[] }

function demandsOf(rates: readonly number[], { low = [], high = [], weights = [] }: Bounds = {}) {
  return rates.map((ratePerDay, index) => ({
    ratePerDay,
    weight: weights[index] ?? 1,
    low: low[index] ?? 0,
    high: high[index] ?? Infinity,
  }))
}

/** D = Σ weight · rate / (2 · polls). */
function totalDelay(
  rates: readonly number[],
  polls: readonly number[],
  weights: readonly number[] = [],
): number {
  return sumOf(
    rates.map((rate, index) => (rate === 0 ? 0 : ((weights[index] ?? 1) * rate) / (2 * (polls[index] ?? 0)))),
  )
}

function expectNumbers(actual: readonly number[], expected: readonly number[], digits = 4): void {
  expect(actual).toHaveLength(expected.length)
  expected.forEach((value, index) => expect(actual[index]).toBeCloseTo(value, digits))
}

test('square root: the example of HAN, in real numbers and whole polls', () => {
  const rates = [30, 30, 10, 10]
  const eight = allocateBySquareRoot(demandsOf(rates), 8)
  expect(eight.multiplier).toBeCloseTo(0.46299, 5)
  expectNumbers(eight.pollsPerDay, [2.535898, 2.535898, 1.464102, 1.464102])
  expect(totalDelay(rates, eight.pollsPerDay)).toBeCloseTo(18.660254, 4)
  expect(totalDelay(rates, [3, 3, 1, 1])).toBeCloseTo(20, 10)
  expect(totalDelay(rates, Array(4).fill(allocateUniformly(4, 8)))).toBeCloseTo(20, 10)
  const twelve = allocateBySquareRoot(demandsOf(rates), 12)
  expectNumbers(twelve.pollsPerDay, [3.8038, 3.8038, 2.1962, 2.1962])
  expect(totalDelay(rates, twelve.pollsPerDay)).toBeCloseTo(12.440169, 4)
  expect(totalDelay(rates, [4, 4, 2, 2])).toBeCloseTo(12.5, 10)
})

test('square root: weights count like rates', () => {
  const rates = [4, 1, 9, 1]
  const weights = [1, 1, 1, 4]
  const { multiplier, pollsPerDay } = allocateBySquareRoot(demandsOf(rates, { weights }), 16)
  expect(multiplier).toBeCloseTo(2, 6)
  expectNumbers(pollsPerDay, [4, 2, 6, 4])
  expect(totalDelay(rates, pollsPerDay, weights)).toBeCloseTo(2, 6)
  expect(totalDelay(rates, [4, 4, 4, 4], weights)).toBeCloseTo(2.25, 6)
  const odd = allocateBySquareRoot(demandsOf([5, 3, 2], { weights: [1, 2, 3] }), 9)
  expectNumbers(odd.pollsPerDay, [2.8205, 3.0897, 3.0897])
  expect(totalDelay([5, 3, 2], odd.pollsPerDay, [1, 2, 3])).toBeCloseTo(2.828272, 4)
  expect(totalDelay([5, 3, 2], [3, 3, 3], [1, 2, 3])).toBeCloseTo(2.833333, 4)
})

test('square root: a source without a rate gets nothing; uniform and proportional are equally bad', () => {
  const rates = [100, 25, 4, 1, 0]
  const { multiplier, pollsPerDay } = allocateBySquareRoot(demandsOf(rates), 36)
  expect(multiplier).toBeCloseTo(2, 6)
  expectNumbers(pollsPerDay, [20, 10, 4, 2, 0])
  expect(totalDelay(rates, pollsPerDay)).toBeCloseTo(4.5, 6)
  expect(totalDelay(rates, Array(5).fill(7.2))).toBeCloseTo(9.027778, 5)
  expect(totalDelay(rates.slice(0, 4), Array(4).fill(9))).toBeCloseTo(7.222222, 5)
  const proportional = rates.slice(0, 4).map((rate) => (rate * 36) / 130)
  expect(totalDelay(rates.slice(0, 4), proportional)).toBeCloseTo(7.222222, 5)
})

test('square root: slow sources, fractions, whole polls and bounds', () => {
  const rates = [24, 6, 1, 0.25, 0.04]
  const { multiplier, pollsPerDay } = allocateBySquareRoot(demandsOf(rates), 10)
  expect(multiplier).toBeCloseTo(1.105159, 5)
  expectNumbers(pollsPerDay, [5.414153, 2.707076, 1.105159, 0.55258, 0.221032])
  expectNumbers(
    pollsPerDay.map((polls) => 24 / polls),
    [4.4328, 8.8657, 21.7163, 43.4327, 108.5816],
  )
  expect(totalDelay(rates, pollsPerDay)).toBeCloseTo(4.09374, 4)
  expect(totalDelay(rates, pollsPerDay) / sumOf(rates)).toBeCloseTo(0.130832, 5)
  expect(totalDelay(rates, [5, 2, 1, 1, 1])).toBeCloseTo(4.545, 6)
  expect(totalDelay(rates, [11, 5, 2, 1, 1])).toBeCloseTo(2.085909, 5)
  const bounded = allocateBySquareRoot(
    demandsOf(rates, { low: [1, 1, 1, 1, 1], high: [24, 24, 24, 24, 24] }),
    10,
  )
  expect(bounded.multiplier).toBeCloseTo(0.952579, 5)
  expectNumbers(bounded.pollsPerDay, [4.666667, 2.333333, 1, 1, 1])
  expect(totalDelay(rates, bounded.pollsPerDay)).toBeCloseTo(4.502143, 5)
})

test('square root: Zipf rates and the saving of the root over even shares', () => {
  const rates = Array.from({ length: 100 }, (_, index) => 100 / (index + 1))
  const { multiplier, pollsPerDay } = allocateBySquareRoot(demandsOf(rates), 100)
  expect(multiplier).toBeCloseTo(0.537935, 5)
  expect(pollsPerDay[0]).toBeCloseTo(5.379351, 4)
  expect(pollsPerDay[99]).toBeCloseTo(0.537935, 5)
  expect(totalDelay(rates, pollsPerDay) / sumOf(rates)).toBeCloseTo(0.333091, 5)
  const savings = [1, 10, 100, 1000].map((ratio) => {
    const root = totalDelay([ratio, 1], allocateBySquareRoot(demandsOf([ratio, 1]), 2).pollsPerDay)
    return 100 * (1 - root / totalDelay([ratio, 1], [1, 1]))
  })
  expectAllNear(savings, [0, 21.252, 40.099, 46.8408])
})

test('square root: floors against lost postings', () => {
  const rates = [200, 24, 6, 1, 0.1]
  const low = [40, 2.4, 1.2, 1, 1]
  const bounded = allocateBySquareRoot(demandsOf(rates, { low }), 60)
  expect(bounded.multiplier).toBeCloseTo(2.275866, 5)
  expectNumbers(bounded.pollsPerDay, [40, 11.1494, 5.5747, 2.2759, 1])
  expect(totalDelay(rates, bounded.pollsPerDay)).toBeCloseTo(4.38413, 4)
  const free = allocateBySquareRoot(demandsOf(rates), 60)
  expectNumbers(free.pollsPerDay, [37.205, 12.8882, 6.4441, 2.6308, 0.8319])
  expect(totalDelay(rates, free.pollsPerDay)).toBeCloseTo(4.334597, 4)
})

test('square root: impossible budgets and meaningless claims are refused by name', () => {
  expect(() => allocateBySquareRoot(demandsOf([1, 1], { low: [2, 2] }), 3)).toThrow(
    /lower bounds take 4 .* budget is 3/,
  )
  expect(() => allocateBySquareRoot(demandsOf([1]), Number.NaN)).toThrow(/budgetPerDay/)
  expect(() => allocateBySquareRoot(demandsOf([-1]), 3)).toThrow(/demand/)
  expect(() => allocateUniformly(3, -1)).toThrow(/budgetPerDay/)
  expect(allocateUniformly(0, 5)).toBe(0)
  expect(allocateBySquareRoot([], 5).pollsPerDay).toEqual([])
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'square root, random case %i: spends the budget, nobody could gain by a swap',
  (seed) => {
    const random = seededRandom(seed)
    const demands = Array.from({ length: 60 }, () => {
      const low = random() * 0.5
      return {
        weight: 1 + 9 * random(),
        ratePerDay: 10 ** (4 * random() - 3),
        low,
        high: low + random() * 20,
      }
    })
    const lows = sumOf(demands.map(({ low }) => low))
    const highs = sumOf(demands.map(({ high }) => high))
    const budget = lows + random() * (highs - lows)
    const { pollsPerDay } = allocateBySquareRoot(demands, budget)
    expect(sumOf(pollsPerDay)).toBeCloseTo(budget, 6)
    const gains = demands.map(
      ({ weight, ratePerDay }, index) => (weight * ratePerDay) / (pollsPerDay[index] ?? 0) ** 2,
    )
    const canLose = gains.filter((_, index) => (pollsPerDay[index] ?? 0) > (demands[index]?.low ?? 0) + 1e-9)
    const canGain = gains.filter((_, index) => (pollsPerDay[index] ?? 0) < (demands[index]?.high ?? 0) - 1e-9)
    expect(Math.max(...canGain)).toBeLessThanOrEqual(Math.min(...canLose) * (1 + 1e-6))
    const more = allocateBySquareRoot(demands, budget * 1.05 > highs ? highs : budget * 1.05).pollsPerDay
    pollsPerDay.forEach((polls, index) => expect(more[index]).toBeGreaterThanOrEqual(polls - 1e-9))
  },
)

test('square root: more weight or rate means more polls; other units of time change nothing', () => {
  const random = seededRandom(11)
  const demands = demandsOf(Array.from({ length: 30 }, () => 10 * random()))
  const before = allocateBySquareRoot(demands, 50).pollsPerDay
  for (const field of ['weight', 'ratePerDay'] as const) {
    const raised = demands.map((demand, index) =>
      index === 7 ? { ...demand, [field]: demand[field] * 2 } : demand,
    )
    expect(allocateBySquareRoot(raised, 50).pollsPerDay[7]).toBeGreaterThan(before[7] ?? 0)
  }
  const hourly = demands.map((demand) => ({ ...demand, ratePerDay: demand.ratePerDay / 24 }))
  expectNumbers(
    allocateBySquareRoot(hourly, 50 / 24).pollsPerDay.map((polls) => polls * 24),
    before,
    6,
  )
})
