import { readFileSync } from 'node:fs'
import { labCsv } from '#lib/api/server/lab-csv.ts'
import { isInterval } from '#lib/policy/facts/methods.ts'
import { labResultOf } from '#lib/lab/runs/lab-result.ts'
import { unpackLabTrace } from '#lib/lab/runs/lab-trace.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { readArguments, usage, type SimulateArguments } from './simulate-arguments.ts'
import { toJsonLines, toMetricsTable, toTable } from './simulate-output.ts'
import { runAll, type FinishedRun, type RunRequest } from './simulate-runs.ts'
import { worldOf } from './simulate-world.ts'

/** Sia & Cho's budget, for policies that need one where none is given. */
const usualBudget = 1

/**
 * `npm run --silent simulate`: replays a trace, or a drawn population, under policies of the literature and the product's own, and
 * prints what each costs and brings. Progress and errors go to standard error; exit code 1 for a wrong command line or file.
 */
async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) return void process.stdout.write(`${usage}\n`)
  if (argv[0] === '--lab') return replayLabTrace(argv[1])
  const options = readArguments(argv)
  const world = worldOf(options)
  const requests = requestsOf(options)
  const evaluatedDays = (world.endAt - world.startAt) / DAY_MS - options.learnDays
  say(`${world.sources.length} sources, ${evaluatedDays} days evaluated, ${requests.length} runs`)
  let done = 0
  const runs = await runAll(world, requests, (run) => say(`${++done}/${requests.length} ${titleOf(run)}`))
  process.stdout.write(options.asJson ? toJsonLines(runs) : toTable(runs))
  if (options.withMetrics && !options.asJson) process.stdout.write(`\n${toMetricsTable(runs)}`)
}

/** A run of the policy lab, made again from its trace by the code that made it. */
async function replayLabTrace(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('Give the file of the run: --lab FILE.')
  const { request, drawn } = unpackLabTrace(readFileSync(file))
  say(`${drawn.world.sources.length} sources of a run of the policy lab`)
  const noTitles = () => Promise.resolve(new Map<number, string>())
  const onPart = (part: number) => say(`${Math.round(100 * part)} %`)
  const result = await labResultOf(drawn, request, noTitles, onPart, () => performance.now())
  process.stdout.write(labCsv(result))
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
