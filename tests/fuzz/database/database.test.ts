import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTarget } from '../run-targets.ts'
import { openDatabaseTargets } from './targets.ts'

/** Of all targets together, as tests/fuzz/plain.test.ts. */
const budgetMs = 30_000

let world: Awaited<ReturnType<typeof openDatabaseTargets>>
beforeAll(async () => {
  world = await openDatabaseTargets()
})
afterAll(() => world.close())

test('fuzzing the API, reader apps, searches and imports for half a minute finds nothing', async () => {
  const failures: string[] = []
  for (const target of world.targets) {
    const { failure } = await runTarget(target, { seed: 20_260_105 }, budgetMs / world.targets.length)
    if (failure !== null) failures.push(failure)
  }
  expect(failures.join('\n')).toBe('')
}, 300_000)
