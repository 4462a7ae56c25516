import fc from 'fast-check'
import type { FuzzTarget } from './target.ts'

/** The start of a run: all its values follow from the seed; a path leads to one of them. */
export type FuzzStart = { readonly seed: number; readonly path?: string }

export type FuzzResult = {
  readonly name: string
  readonly runs: number
  /** The failure and how to see it again; null: none. */
  readonly failure: string | null
}

/** A round draws from its own seed, so that a long run does not keep to the large values late in one round. */
const runsOfRound = 5_000
const longestShrinkMs = 30_000

/** Feeds a target with as many values of a seed as its tests try. Stops at the first failure, made smaller. */
export async function tryTarget(target: FuzzTarget, seed: number): Promise<FuzzResult> {
  const found = await fc.check(target.property, { seed, numRuns: target.testRuns, endOnFailure: true })
  await target.settled()
  const { counterexamplePath, numRuns: runs } = found
  const failure = counterexamplePath === null ? null : await shrink(target, seed, counterexamplePath)
  return { name: target.name, runs, failure }
}

/** Feeds a target for so long, in rounds of the seeds seed, seed + 1, …; stops at the first failure, made smaller. */
export async function runTarget(target: FuzzTarget, start: FuzzStart, lengthMs: number): Promise<FuzzResult> {
  const endAt = performance.now() + lengthMs
  let runs = 0
  for (let { seed } = start; ; seed++) {
    const interruptAfterTimeLimit = Math.max(1, endAt - performance.now())
    const path = start.path === undefined ? {} : { path: start.path }
    const round = { seed, numRuns: runsOfRound, endOnFailure: true, interruptAfterTimeLimit, ...path }
    const found = await fc.check(target.property, round)
    await target.settled()
    runs += found.numRuns
    if (found.counterexamplePath !== null)
      return { name: target.name, runs, failure: await shrink(target, seed, found.counterexamplePath) }
    if (performance.now() >= endAt || start.path !== undefined)
      return { name: target.name, runs, failure: null }
  }
}

async function shrink(target: FuzzTarget, seed: number, path: string): Promise<string> {
  const found = await fc.check(target.property, {
    seed,
    path,
    numRuns: runsOfRound,
    interruptAfterTimeLimit: longestShrinkMs,
  })
  await target.settled()
  const { counterexample, counterexamplePath, errorInstance } = found
  const stack =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : errorInstance
  const said =
    stack === null ? null : String(stack).replace(/\n.*(?:node_modules|target\.ts|run-targets\.ts).*/g, '')
  return [
    `${target.name}: ${said?.slice(0, 4_000) ?? 'not seen a second time: the target is not a function of its input'}`,
    `  input: ${fc.stringify(counterexample).slice(0, 2_000)}`,
    `  again: npm run bench -- fuzz 1 ${seed} ${JSON.stringify(target.name)} ${counterexamplePath ?? path}`,
  ].join('\n')
}
