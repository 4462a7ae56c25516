import { expect, test } from 'vitest'
import { growthOfNoSquare, growthOverFour } from './growth.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** So many steps of work that nothing can leave out. */
function step(count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) sum = Math.imul(sum + at, 31)
  return sum
}

test('work that grows with its size is none that grows with the square', async () => {
  expect(await growthOverFour((size) => step(1_000 * size), 100)).toBeLessThan(growthOfNoSquare)
})

test.runIf(isNight)('work that grows with the square is found out', async () => {
  expect(await growthOverFour((size) => step(size * size), 100)).toBeGreaterThan(growthOfNoSquare)
})

test('work that is always quick has no growth', async () => {
  expect(await growthOverFour(() => undefined, 100)).toBe(0)
})
