import { describe, expect, test } from 'vitest'
import { plainTargets } from './plain-targets.ts'
import { tryTarget } from './run-targets.ts'

/** The same values each time: `npm run bench -- fuzz` looks for new ones. */
const seed = 20_260_105

describe('fuzzing finds nothing', () => {
  test.each(plainTargets.map((target) => [target.name, target] as const))(
    '%s',
    async (_name, target) => {
      const { failure, runs } = await tryTarget(target, seed)
      expect(failure).toBeNull()
      expect(runs).toBe(target.testRuns)
    },
    60_000,
  )
})
