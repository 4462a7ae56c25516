import { expect } from 'vitest'

/** The tolerance is absolute: that of the printed numbers, unless they say otherwise. */
export function expectNear(actual: number | null | undefined, expected: number, tolerance = 1e-4): void {
  expect(actual).toBeTypeOf('number')
  expect(Math.abs((actual ?? Infinity) - expected), `${actual} instead of ${expected}`).toBeLessThanOrEqual(
    tolerance,
  )
}

export function expectAllNear(
  actual: readonly number[],
  expected: readonly number[],
  tolerance = 1e-4,
): void {
  expect(actual).toHaveLength(expected.length)
  expected.forEach((value, index) => expectNear(actual[index], value, tolerance))
}
