import { expect, test } from 'vitest'
import { tryBudget } from '#tests/support/world/budget-trial.ts'
import { byTier } from '#tests/support/run/tier.ts'

/** Few sources measure a mean less well. */
const { sources, share } = byTier({ night: { sources: 24, share: 0.1 }, sample: { sources: 8, share: 0.2 } })

test(`the delay that the preview of a budget expects comes within ${share * 100} %, without reading hours`, async () => {
  const { expected, measured } = await tryBudget({ sources, polls: [2, 5] })
  expect(Math.abs(expected / measured - 1)).toBeLessThan(share)
}, 600_000)
