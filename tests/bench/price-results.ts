import { runAll, type FinishedRun, type RunRequest } from '#lib/lab/command/simulate-runs.ts'
import type { TraceName } from './baseline-runs.ts'
import { tellBesideUniform } from './baseline-claims.ts'
import { mostLost, pollMargin, priceBudgets, priceGoals } from './price-goals.ts'
import { atMost, tellClaim } from './claims.ts'
import { digits, findTrace, tableLines, tellProgress } from './traces.ts'

/** More would only take turns: the large trace needs a gigabyte a thread. */
const threads = 2

/** Carries out runs over a recorded trace; null with a line on standard output when the trace is not there. */
export async function runTrace(
  trace: TraceName,
  requests: readonly RunRequest[],
  isCold = false,
): Promise<FinishedRun[] | null> {
  const world = findTrace(trace, { isCold })
  return world === null ? null : await runAll(world, requests, tellProgress, threads)
}

/** Prints a trace's results beside the goals. @returns how many goals were missed */
export async function compareWithGoals(
  trace: TraceName,
  isCold: boolean,
  budgets: readonly number[],
): Promise<number> {
  const requests = (['price', 'uniform', 'minimum-delay'] as const).flatMap((method) =>
    budgets.map((budget): RunRequest => ({ method, budget })),
  )
  const all = await runTrace(trace, requests, isCold)
  if (all === null) return 0
  const runs = all.slice(0, budgets.length)
  const uniform = all.slice(budgets.length, 2 * budgets.length)
  const others = all.slice(budgets.length)
  if (!isCold) tellBesideUniform(trace, others)
  const { learnt, cold, margin } = priceGoals[trace]
  const goal = isCold ? cold : learnt
  const lines = runs.map((run, index) => {
    const column = priceBudgets.findIndex((budget) => budget === run.request.budget)
    const best = goal.best[column] ?? null
    tellRun(`${trace}, ${isCold ? 'cold' : 'learnt'} start`, run, uniform[index], best && best * (1 + margin))
    return lineOf(run, goal.simple[column] ?? null, best, margin)
  })
  console.log(
    `\n${trace}, ${isCold ? 'cold' : 'learnt'} start: delays in minutes, goal 'best' + ${100 * margin} %`,
  )
  console.log(tableLines([heads, ...lines.map(({ cells }) => cells)]))
  const means = others.map(
    ({ request, report }) => `${request.method} at ${request.budget} ${digits(report.meanMin)}`,
  )
  console.log(`means of others: ${means.join(', ')}`)
  return lines.reduce((sum, { missed }) => sum + missed, 0)
}

function tellRun(
  world: string,
  run: FinishedRun,
  uniform: FinishedRun | undefined,
  most: number | null,
): void {
  const at = `at ${run.request.budget} polls a source and day`
  const ours = run.report
  const bare = uniform?.report
  const value = ours.meanMin ?? Number.NaN
  tellClaim({
    what: `${world}: mean delay ${at}`,
    value,
    unit: 'min',
    bare: { what: 'uniform polling', value: bare?.meanMin ?? Number.NaN },
    ...(most === null ? {} : { goal: atMost(value, most, 'min') }),
  })
  const others = [
    ['mean over sources', ours.sourcesMeanMin, bare?.sourcesMeanMin],
    ['greatest delay', ours.maxMin, bare?.maxMin],
  ] as const
  for (const [what, own, uniformly] of others)
    tellClaim({
      what: `${world}: ${what} ${at}`,
      value: own ?? Number.NaN,
      unit: 'min',
      bare: { what: 'uniform polling', value: uniformly ?? Number.NaN },
    })
  tellClaim({
    what: `${world}: polls made ${at}`,
    value: ours.pollsPerSourceDay,
    unit: 'a day',
    bare: { what: 'its budget', value: run.request.budget ?? Number.NaN },
  })
}

const heads = [
  'budget',
  'mean',
  'simple',
  'to it',
  'best',
  'to it',
  'polls',
  'lost %',
  'over sources',
  'p90',
  'max',
  's',
]

function lineOf(
  { request, report, wallMs }: FinishedRun,
  simple: number | null,
  best: number | null,
  margin: number,
): { cells: readonly string[]; missed: number } {
  const { meanMin, pollsPerSourceDay, lostShare } = report
  const isLate = best !== null && (meanMin ?? Infinity) > best * (1 + margin)
  const isOffBudget = Math.abs(pollsPerSourceDay / (request.budget ?? 0) - 1) > pollMargin
  const isLossy = (lostShare ?? 0) >= mostLost
  const cells = [
    String(request.budget),
    digits(meanMin) + mark(isLate),
    digits(simple),
    deviation(meanMin, simple),
    digits(best),
    deviation(meanMin, best),
    pollsPerSourceDay.toFixed(4) + mark(isOffBudget),
    (100 * (lostShare ?? 0)).toFixed(3) + mark(isLossy),
    digits(report.sourcesMeanMin),
    digits(report.p90Min),
    digits(report.maxMin),
    (wallMs / 1000).toFixed(0),
  ]
  return { cells, missed: [isLate, isOffBudget, isLossy].filter(Boolean).length }
}

function mark(isMissed: boolean): string {
  return isMissed ? '!' : ''
}

/** "-3.2 %": how far ours is from theirs; "–" without one of them. */
export function deviation(ours: number | null, theirs: number | null): string {
  if (ours === null || theirs === null) return '–'
  const percent = 100 * (ours / theirs - 1)
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
}
