import { describe, expect, test } from 'vitest'
import { plainTargets } from './plain-targets.ts'
import { runTarget } from './run-targets.ts'

/** Of all targets together; the same values each time, as the seed is: `npm run fuzz` looks for new ones. */
const budgetMs = 28_000

describe('fuzzing for half a minute finds nothing', () => {
  test.each(plainTargets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
    const { failure, runs } = await runTarget(target, { seed: 20_260_105 }, budgetMs / plainTargets.length)
    expect(failure).toBeNull()
    expect(runs).toBeGreaterThan(0)
  })
})
