/**
 * `npm run bench -- fuzz [MINUTES] [SEED] [TARGET] [PATH]`: feeds all targets, or the one that is named, with values made from the seed, by
 * turns, for an hour or so many minutes. Says how many there were, and of each failure the smallest input and how to see it again.
 */
import { randomInt } from 'node:crypto'
import { startTestServer } from '#tests/support/servers/database-server.ts'
import { openDatabaseTargets } from './database/targets.ts'
import { plainTargets } from './plain-targets.ts'
import { runTarget, type FuzzResult } from './run-targets.ts'
import type { FuzzTarget } from './target.ts'

const [minutes = '60', seed = String(randomInt(2 ** 31)), name, path] = process.argv.slice(2)
if (!(Number(minutes) > 0) || !Number.isInteger(Number(seed)))
  throw new RangeError('Usage: npm run bench -- fuzz [MINUTES] [SEED] [TARGET] [PATH]')
/** Each target gets its time in so many turns, so that a run that is ended early has looked at all of them. */
const turns = path === undefined ? Math.max(1, Math.round(Number(minutes) / 2)) : 1
/** Between the seeds of two turns: more than the rounds of one. */
const seedsOfTurn = 10_000

process.env['LOG_LEVEL'] ??= 'silent'
const server = await startTestServer()
process.env['TEST_DATABASE_SERVER_URL'] = server.url
const world = await openDatabaseTargets()
const found = await runAll(
  [...plainTargets, ...world.targets].filter((each) => name === undefined || each.name === name),
)
await world.close()
await server.stop()
console.log(`${found.length === 0 ? 'Nothing' : found.length} found with seed ${seed}.`)
process.exit(found.length === 0 ? 0 : 1)

async function runAll(targets: readonly FuzzTarget[]): Promise<readonly FuzzResult[]> {
  const shareMs = (Number(minutes) * 60_000) / turns / targets.reduce((sum, { share }) => sum + share, 0)
  const runs = new Map<string, number>()
  const failures: FuzzResult[] = []
  for (let turn = 0; turn < turns; turn++) {
    for (const target of targets) {
      const start = { seed: Number(seed) + turn * seedsOfTurn, ...(path === undefined ? {} : { path }) }
      const result = await runTarget(target, start, target.share * shareMs)
      runs.set(target.name, (runs.get(target.name) ?? 0) + result.runs)
      if (result.failure === null) continue
      console.log(`${result.failure}\n`)
      failures.push(result)
    }
  }
  for (const target of targets)
    console.log(`${String(runs.get(target.name) ?? 0).padStart(9)}  ${target.name}`)
  return failures
}
