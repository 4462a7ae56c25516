/**
 * `npm run bench:baselines`: replays both recorded traces under the published policies and compares the mean delays with those of an
 * independent replay. `-- NAME` takes one of the traces only. Exit code 1 when a difference is greater than its tolerance.
 */
import { runAll, type FinishedRun, type RunRequest } from '#lib/aggregator/simulate-runs.ts'
import type { MethodName } from '#lib/policy/types.ts'
import { baselineBudgets, baselines } from './expected-baselines.ts'
import { digits, findTrace, tableLines, tellProgress, traceNames } from './traces.ts'

type TraceName = (typeof traceNames)[number]
type Comparison = {
  readonly name: string
  readonly ours: number | null
  readonly theirs: number
  /** Greatest difference, as a share of theirs; null: shown for information only. */
  readonly tolerance: number | null
}

const scheduled: readonly MethodName[] = ['uniform', 'retrieval-only', 'allocation-only', 'combined']

/** Other phases alone make this difference. Few sources: at one poll a day the phase of each counts. */
function toleranceOf(trace: TraceName, method: MethodName, budget: number): number {
  if (trace === 'news-2023-eight-countries') return 0.03
  if (method !== 'uniform') return scheduled.includes(method) ? 0.07 : 0.05
  if (budget <= 2) return 0.1
  return budget < 24 ? 0.06 : 0.03
}

async function compareBudgets(trace: TraceName): Promise<Comparison[]> {
  const world = findTrace(trace)
  if (world === null) return []
  const { overPostings, overSources } = baselines[trace]
  const methods = Object.keys(overPostings) as MethodName[]
  const requests = methods.flatMap((method) =>
    baselineBudgets.map((budget): RunRequest => ({ method, budget })),
  )
  const runs = await runAll(world, requests, tellProgress)
  return runs.flatMap((run): Comparison[] => {
    const { method, budget } = run.request
    const column = baselineBudgets.findIndex((candidate) => candidate === budget)
    const [mean, sourcesMean] = [overPostings[method]?.[column], overSources[method]?.[column]]
    if (mean === undefined || sourcesMean === undefined || budget === null) return []
    const tolerance = toleranceOf(trace, method, budget)
    return [
      { name: nameOf(run), ours: run.report.meanMin, theirs: mean, tolerance },
      { name: '  over sources', ours: run.report.sourcesMeanMin, theirs: sourcesMean, tolerance: null },
    ]
  })
}

async function comparePublished(trace: TraceName): Promise<Comparison[]> {
  const world = findTrace(trace)
  if (world === null) return []
  const { published } = baselines[trace]
  const requests = published.map(([method, parameter]): RunRequest => ({ method, parameter, budget: null }))
  const runs = await runAll(world, requests, tellProgress)
  return runs.flatMap((run, index): Comparison[] => {
    const [, , polls, mean, sourcesMean] = published[index] ?? []
    if (polls === undefined || mean === undefined || sourcesMean === undefined) return []
    const tolerance = trace === 'news-2023-eight-countries' ? 0.03 : 0.05
    return [
      { name: `${nameOf(run)}: polls`, ours: run.report.pollsPerSourceDay, theirs: polls, tolerance },
      { name: '  mean', ours: run.report.meanMin, theirs: mean, tolerance },
      { name: '  over sources', ours: run.report.sourcesMeanMin, theirs: sourcesMean, tolerance: null },
    ]
  })
}

/** Interval policies poll sources without a document every 60 min whatever their parameter; those rows could not be matched, nor can ours. */
async function compareCold(trace: TraceName): Promise<Comparison[]> {
  const world = findTrace(trace, { isCold: true })
  if (world === null) return []
  const rows = baselines[trace].cold.filter(([, budget, polls]) => Math.abs(polls / budget - 1) < 0.01)
  const requests = rows.map(([method, budget]): RunRequest => ({ method, budget }))
  const runs = await runAll(world, requests, tellProgress)
  return runs.flatMap((run, index): Comparison[] => {
    const [method, budget, , mean, sourcesMean] = rows[index] ?? []
    if (method === undefined || budget === undefined || mean === undefined || sourcesMean === undefined)
      return []
    return [
      {
        name: `${nameOf(run)}, cold`,
        ours: run.report.meanMin,
        theirs: mean,
        tolerance: toleranceOf(trace, method, budget),
      },
      { name: '  over sources', ours: run.report.sourcesMeanMin, theirs: sourcesMean, tolerance: null },
    ]
  })
}

function nameOf({ request, parameter }: FinishedRun): string {
  if (request.budget === null) return `${request.method} ${digits(parameter)} as published`
  return `${request.method} at ${request.budget}${parameter === null ? '' : ` (${digits(parameter)})`}`
}

function print(trace: TraceName, comparisons: readonly Comparison[]): number {
  const rows = comparisons.map(({ name, ours, theirs, tolerance }) => {
    const difference = ours === null ? Infinity : ours / theirs - 1
    const verdict = Math.abs(difference) <= (tolerance ?? Infinity) ? '' : 'OUT'
    const limit = tolerance === null ? '' : `±${(100 * tolerance).toFixed(0)} %`
    return [name, digits(ours), digits(theirs), `${(100 * difference).toFixed(1)} %`, limit, verdict]
  })
  console.log(`\n${trace}: delays in minutes`)
  console.log(tableLines([['policy', 'ours', 'theirs', 'difference', 'tolerance', ''], ...rows]))
  return rows.filter((row) => row.at(-1) === 'OUT').length
}

let [outside, compared] = [0, 0]
const wanted = process.argv.slice(2)
for (const trace of traceNames) {
  if (wanted.length > 0 && !wanted.includes(trace)) continue
  const comparisons = [
    ...(await compareBudgets(trace)),
    ...(await comparePublished(trace)),
    ...(await compareCold(trace)),
  ]
  if (comparisons.length > 0) outside += print(trace, comparisons)
  compared += comparisons.filter(({ tolerance }) => tolerance !== null).length
}
console.log(`\n${compared - outside} of ${compared} numbers within their tolerance.`)
if (outside > 0) process.exitCode = 1
