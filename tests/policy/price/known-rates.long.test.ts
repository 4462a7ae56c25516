import { expect, test } from 'vitest'
import { replayKnownRates } from '#tests/support/data/known-rates.ts'

test('of Poisson sources the policy learns so much that the mean delay is within 12 % of knowing all rates', () => {
  const { known, learnt, theoryMin } = replayKnownRates({ sources: 80, seed: 4, days: 98, budget: 4 })
  const bound = known.report.meanMin ?? 0
  const mean = learnt.report.meanMin ?? Infinity
  expect(mean).toBeLessThan(1.12 * bound)
  expect(mean).toBeGreaterThan(bound)
  // Dense polls at known rates; the lookahead may be a little better, as polls are not dense.
  expect(Math.abs(bound / theoryMin - 1)).toBeLessThan(0.1)
  expect(learnt.report.pollsPerSourceDay / known.report.pollsPerSourceDay).toBeCloseTo(1, 2)
})
