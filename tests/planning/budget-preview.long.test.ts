import { expect, test } from 'vitest'
import { tryBudget } from '#tests/support/budget-trial.ts'

test('the delay that the preview of a budget expects comes within 10 %, without reading hours', async () => {
  const { expected, measured } = await tryBudget({ sources: 8, polls: [2, 5] })
  expect(Math.abs(expected / measured - 1)).toBeLessThan(0.1)
}, 600_000)
