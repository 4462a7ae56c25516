import type { RunRequest, RunWorld } from '#lib/lab/command/simulate-runs.ts'
import { isInterval } from '#lib/policy/facts/methods.ts'
import type { ReplayReport } from '#lib/lab/simulator/simulate-report.ts'
import { baselineBudgets, baselines } from './expected-baselines.ts'
import { details } from './expected-details.ts'
import { findTrace } from './traces.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'

export type TraceName = keyof typeof baselines

/** The measures that a run is compared in, and where its report has them (delays in minutes, hits in per cent). */
export const measures = {
  polls: (report: ReplayReport) => report.pollsPerSourceDay,
  mean: (report: ReplayReport) => report.meanMin,
  'over sources': (report: ReplayReport) => report.sourcesMeanMin,
  median: (report: ReplayReport) => report.medianMin,
  p90: (report: ReplayReport) => report.p90Min,
  p99: (report: ReplayReport) => report.p99Min,
  max: (report: ReplayReport) => report.maxMin,
  lost: (report: ReplayReport) => report.lost,
  open: (report: ReplayReport) => report.open,
  'hit %': (report: ReplayReport) => (report.hitShare === null ? null : 100 * report.hitShare),
} as const

export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as Measure[]

/** A run the independent replay made too, and what came out there. */
export type ExpectedRun = {
  readonly request: RunRequest
  /** Budget of the column, also where the run is made at the parameter that met it there; null: as published. */
  readonly budget: number | null
  readonly expected: Readonly<Partial<Record<Measure, number>>>
}

/** Runs in the same world: how documents are cut, and what is known at the start. */
export type RunGroup = {
  readonly title: string
  readonly isCold: boolean
  readonly windowSize: number
  readonly runs: readonly ExpectedRun[]
}

const dayMs = 86_400_000
/** Tables hold parameters whose polls are within this part of the budget. */
const matchedPart = 0.005

/** All runs of a trace of which the independent replay tells something. */
export function groupsOf(trace: TraceName): RunGroup[] {
  const learnt = { isCold: false, windowSize: 15 }
  const { windows } = details[trace]
  return [
    { ...learnt, title: 'learnt start, at budgets', runs: budgetRuns(trace) },
    { ...learnt, title: 'learnt start, interval policies at given parameters', runs: parameterRuns(trace) },
    {
      ...learnt,
      title: 'documents of 10 postings',
      windowSize: 10,
      runs: windows.map(([method, budget, mean, lost]) => atBudget(method, budget, { mean, lost })),
    },
    {
      ...learnt,
      title: 'documents of all postings',
      windowSize: Infinity,
      runs: windows.map(([method, budget, , , mean]) => atBudget(method, budget, { mean, lost: 0 })),
    },
    { ...learnt, title: 'cold start', isCold: true, runs: coldRuns(trace) },
  ]
}

/** The world of a group, or null with a line on standard output when the trace is not there. */
export function worldOfGroup(trace: TraceName, { isCold, windowSize }: RunGroup): RunWorld | null {
  const world = findTrace(trace, { isCold })
  return world === null ? null : { ...world, windowSize }
}

/** K-means with 12 starts leaves some clusters without a source, where starts lie apart from all sources or on the same one. */
const fewestClusters = 6
const mostClusters = 12

/**
 * The same sources under other phases and other random starts of the clusters: phases follow from the sources' numbers, the starts from
 * their order. How many of the 12 clusters get sources varies as well. `variation` 1, 2, …
 */
export function variedWorld(world: RunWorld, variation: number): RunWorld {
  const renumbered = world.sources.map((source) => ({ ...source, sourceId: source.sourceId + variation }))
  const first = Math.round((variation * 0.382 * renumbered.length) % renumbered.length)
  const clusters = mostClusters - (variation % (mostClusters - fewestClusters + 1))
  return {
    ...world,
    mostClusters: clusters,
    sources: [...renumbered.slice(first), ...renumbered.slice(0, first)],
  }
}

/**
 * The same run with another parameter that counts as the same: its three printed digits leave the next open, and matching leaves 0.5 %. The
 * polls of an interval policy follow from one another, so that much decides when single bursts are met. `part` from 0 to 1.
 */
export function variedRequest(run: ExpectedRun, parameter: number | null, part: number): RunRequest {
  if (parameter === null) return run.request
  const lastDigit = 10 ** (Math.floor(Math.log10(parameter)) - 2)
  const leftOpen = run.request.budget === null ? lastDigit : 2 * matchedPart * parameter
  const varied = parameter + leftOpen * (part - 0.5)
  return atParameter(run.request.method, varied, run.budget)
}

/** The longest wait widens where a budget leaves few polls, as when parameters are searched for it. */
function atParameter(method: MethodName, parameter: number, budget: number | null): RunRequest {
  const longestDays = budget === null ? 1 : Math.min(7, Math.max(1, 4 / budget))
  return { method, parameter, maxStalenessMs: longestDays * dayMs, budget: null }
}

function atBudget(method: MethodName, budget: number, expected: ExpectedRun['expected']): ExpectedRun {
  return { request: { method, budget }, budget, expected }
}

function budgetRuns(trace: TraceName): ExpectedRun[] {
  const { overPostings, overSources } = baselines[trace]
  return (Object.keys(overPostings) as MethodName[]).flatMap((method) =>
    baselineBudgets.map((budget, column) => {
      const mean = overPostings[method]?.[column]
      const sourcesMean = overSources[method]?.[column]
      const detail = details[trace].runs.find((row) => row[0] === method && row[1] === budget)
      return atBudget(method, budget, {
        ...(mean !== undefined && { mean }),
        ...(sourcesMean !== undefined && { 'over sources': sourcesMean }),
        // What interval policies do in detail hangs on the parameter: compared at theirs, below.
        ...(detail !== undefined && !isInterval(method) && detailsOf(detail)),
      })
    }),
  )
}

function parameterRuns(trace: TraceName): ExpectedRun[] {
  return details[trace].runs.flatMap((row): ExpectedRun[] => {
    const [method, budget, parameter] = row
    if (parameter === null) return []
    return [{ request: atParameter(method, parameter, budget), budget, expected: detailsOf(row) }]
  })
}

/** Interval policies poll sources without a document every 60 min whatever their parameter; those rows could not be matched, nor can ours. */
function coldRuns(trace: TraceName): ExpectedRun[] {
  const matched = details[trace].cold.filter(([, budget, polls]) => Math.abs(polls / budget - 1) < 0.01)
  return matched.map(([method, budget, polls, mean, sourcesMean, p90, lost]) =>
    atBudget(method, budget, { polls, mean, 'over sources': sourcesMean, p90, lost }),
  )
}

function detailsOf(row: (typeof details)[TraceName]['runs'][number]): ExpectedRun['expected'] {
  const [, , , polls, mean, sourcesMean, median, p90, p99, max, lost, open, hitShare] = row
  return { polls, mean, 'over sources': sourcesMean, median, p90, p99, max, lost, open, 'hit %': hitShare }
}
