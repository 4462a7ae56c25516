import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryTarget } from '../run-targets.ts'
import { openDatabaseTargets } from './targets.ts'

/** As tests/fuzz/plain.test.ts. */
const seed = 20_260_105

let world: Awaited<ReturnType<typeof openDatabaseTargets>>
beforeAll(async () => {
  world = await openDatabaseTargets()
})
afterAll(() => world.close())

test('fuzzing the API, reader apps, searches and imports finds nothing', async () => {
  const failures: string[] = []
  for (const target of world.targets) {
    const { failure, runs } = await tryTarget(target, seed)
    if (failure !== null) failures.push(failure)
    else expect(runs).toBe(target.testRuns)
  }
  expect(failures.join('\n')).toBe('')
}, 300_000)
