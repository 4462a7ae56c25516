import { expect, test } from 'vitest'
import { tryBudget } from '#tests/support/world/budget-trial.ts'
import { isNight } from '#tests/support/run/tier.ts'

// By day the trial without reading hours stands for all three.
test.runIf(isNight)(
  'the delay that the preview of a budget expects comes within 10 %, with reading hours',
  async () => {
    const { expected, measured } = await tryBudget({ sources: 24, polls: [2, 5], hasHours: true })
    expect(Math.abs(expected / measured - 1)).toBeLessThan(0.1)
  },
  600_000,
)
