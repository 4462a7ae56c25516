import { expect, test } from 'vitest'
import { safeCount } from '#lib/policy/price/window-risk.ts'
import { expectNear } from '../near.ts'

/** Chance of more than `most`, by summing the tail in logarithms. */
function chanceOfMore(most: number, mean: number): number {
  let [logFactorial, sum] = [0, 0]
  for (let count = 1; count <= most + 400; count++) {
    logFactorial += Math.log(count)
    if (count > most) sum += Math.exp(count * Math.log(mean) - mean - logFactorial)
  }
  return sum
}

test.each([
  [1, 0.1],
  [5, 0.01],
  [10, 0.1],
  [15, 0.1],
  [15, 0.001],
  [50, 0.01],
  [200, 0.01],
])('a document of %i: with the safe count expected, more come with a chance of %d', (windowSize, risk) => {
  expectNear(chanceOfMore(windowSize, safeCount(windowSize, risk)), risk, 1e-6)
})

test('a longer document allows more, a smaller risk less', () => {
  expect(safeCount(20, 0.1)).toBeGreaterThan(safeCount(15, 0.1))
  expect(safeCount(15, 0.01)).toBeLessThan(safeCount(15, 0.1))
})
