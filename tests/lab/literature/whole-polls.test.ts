/** Real shares made whole, beside the exact whole shares. */
import { expect, test } from 'vitest'
import { allocateIntegers } from '#lib/lab/literature/greedy-integers.ts'
import { roundByLargestRemainder } from '#lib/lab/literature/largest-remainder.ts'
import { allocateBySquareRoot } from '#lib/policy/allocate/square-root.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { expectNear } from '#tests/policy/near.ts'

const demandsOf = (rates: readonly number[]) =>
  rates.map((ratePerDay) => ({ ratePerDay, weight: 1, low: 0, high: Infinity }))
const realShares = (rates: readonly number[], budget: number): readonly number[] =>
  allocateBySquareRoot(demandsOf(rates), budget).pollsPerDay
/** D = Σ rate / (2 · polls). */
const totalDelay = (rates: readonly number[], polls: readonly number[]): number =>
  sumOf(rates.map((rate, index) => rate / (2 * (polls[index] ?? 0))))

/** All ways to split a number of polls among sources, at least one for each. */
function splits(polls: number, sources: number): number[][] {
  if (sources === 1) return [[polls]]
  return Array.from({ length: polls - sources + 1 }, (_, index) =>
    splits(polls - index - 1, sources - 1).map((rest) => [index + 1, ...rest]),
  ).flat()
}

test('the example of HAN: nearest, largest remainder and greedy agree, and rounding eats the whole gain', () => {
  const rates = [30, 30, 10, 10]
  const shares = realShares(rates, 8)
  const whole = [3, 3, 1, 1]
  expect(shares.map(Math.round)).toEqual(whole)
  expect(roundByLargestRemainder(shares)).toEqual(whole)
  expect(allocateIntegers(demandsOf(rates), 8)).toEqual(whole)
  for (const polls of [whole, [2, 2, 2, 2], [2, 3, 1, 2]]) expectNear(totalDelay(rates, polls), 20, 1e-9)
})

test('five slow sources: the largest remainder leaves one without a poll, greedy is the best of all splits', () => {
  const rates = [24, 6, 1, 0.25, 0.04]
  const rounded = roundByLargestRemainder(realShares(rates, 10))
  expect(rounded).toEqual([5, 3, 1, 1, 0])
  expect(totalDelay(rates, rounded)).toBe(Infinity)
  const greedy = totalDelay(rates, allocateIntegers(demandsOf(rates), 10))
  expectNear(greedy, 4.545)
  expectNear(greedy, Math.min(...splits(10, 5).map((polls) => totalDelay(rates, polls))), 1e-12)
})

test('largest remainder: the sum is kept, no share is more than a poll off, ties go to the first', () => {
  expect(roundByLargestRemainder([0.5, 0.5, 1])).toEqual([1, 0, 1])
  expect(roundByLargestRemainder([2, 3])).toEqual([2, 3])
  expect(roundByLargestRemainder([])).toEqual([])
  const shares = realShares([9, 5, 3, 2, 1.3, 0.2], 17)
  const rounded = roundByLargestRemainder(shares)
  expect(sumOf(rounded)).toBe(17)
  rounded.forEach((polls, index) => expect(Math.abs(polls - (shares[index] ?? 0))).toBeLessThan(1))
})
