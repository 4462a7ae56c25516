import { drawSources } from '#lib/policy/synthetic.ts'
import type { TracedSource } from '#lib/policy/simulate-source.ts'
import { isInterval } from '#lib/policy/methods.ts'
import { readTraceFile, readWeightsFile } from './read-trace.ts'
import { readArguments, usage, type SimulateArguments } from './simulate-arguments.ts'
import { rowsOf, toJsonLines, toTable } from './simulate-output.ts'
import { runAll, type FinishedRun, type RunRequest, type RunWorld } from './simulate-runs.ts'

/**
 * `npm run --silent simulate`: replays a trace, or a drawn population, under policies of the literature and the product's own, and
 * prints what each costs and brings. Progress and errors go to standard error; exit code 1 for a wrong command line or file.
 */
const dayMs = 86_400_000
const usualWindowSize = 15
/** Sia & Cho's budget, for policies that need one where none is given. */
const usualBudget = 1
/** Drawn populations begin on Monday 2026-01-05. */
const syntheticStartAt = Date.UTC(2026, 0, 5)

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) return void process.stdout.write(`${usage}\n`)
  const options = readArguments(argv)
  const world = worldOf(options)
  const requests = requestsOf(options)
  const evaluatedDays = (world.endAt - world.startAt) / dayMs - options.learnDays
  say(`${world.sources.length} sources, ${evaluatedDays} days evaluated, ${requests.length} runs`)
  let done = 0
  const runs = await runAll(world, requests, (run) => say(`${++done}/${requests.length} ${titleOf(run)}`))
  const rows = rowsOf(runs)
  process.stdout.write(options.asJson ? toJsonLines(rows) : toTable(rows))
}

function worldOf(options: SimulateArguments): RunWorld {
  const { learnDays, isCold, windowSize } = options
  const sources = sourcesOf(options)
  let [first, last] = [Infinity, -Infinity]
  for (const { postingTimes } of sources) {
    first = Math.min(first, postingTimes[0] ?? Infinity)
    last = Math.max(last, postingTimes[postingTimes.length - 1] ?? -Infinity)
  }
  const startAt = Math.floor(first / dayMs) * dayMs
  const endAt = (Math.floor(last / dayMs) + 1) * dayMs
  if (endAt - startAt <= learnDays * dayMs) {
    throw new Error(
      `The trace has ${(endAt - startAt) / dayMs} days, of which ${learnDays} are learnt from: none is left.`,
    )
  }
  const shared = windowSize === null ? sources : sources.map((source) => ({ ...source, windowSize }))
  return { sources: shared, startAt, endAt, learnDays, isCold, windowSize: windowSize ?? usualWindowSize }
}

function sourcesOf({ source, weightsFile }: SimulateArguments): TracedSource[] {
  const weights = weightsFile === null ? null : readWeightsFile(weightsFile)
  if (source.kind === 'synthetic') {
    if (weights !== null) throw new Error('--weights names sources of a trace; drawn sources have no names.')
    return drawSources({ ...source, startAt: syntheticStartAt })
  }
  return readTraceFile(source.file).map(({ name, postingTimes }, index) => {
    return { sourceId: index + 1, weight: weights?.get(name) ?? 1, postingTimes }
  })
}

function requestsOf({ methods, budgets }: SimulateArguments): RunRequest[] {
  if (budgets !== null)
    return budgets.flatMap((budget) => methods.map((method): RunRequest => ({ method, budget })))
  return methods.map((method) => ({ method, budget: isInterval(method) ? null : usualBudget }))
}

function titleOf({ request, report, wallMs }: FinishedRun): string {
  const budget = request.budget === null ? 'as published' : `at ${request.budget}`
  return `${request.method} ${budget}: ${report.pollsPerSourceDay.toFixed(3)} polls, ${(wallMs / 1000).toFixed(1)} s`
}

function say(text: string): void {
  process.stderr.write(`simulate: ${text}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  say(line)
  process.exitCode = 1
}
