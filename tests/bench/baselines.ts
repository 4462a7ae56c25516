/**
 * `npm run bench:baselines`: replays both recorded traces under the published policies and compares what comes out with an independent
 * replay. `-- NAME` takes one of the traces only. What is outside its tolerance is replayed under other phases; exit code 1 when
 * those do not explain it.
 */
import { runAll, type FinishedRun, type RunWorld } from '#lib/aggregator/simulate-runs.ts'
import {
  groupsOf,
  measureNames,
  measures,
  variedWorld,
  worldOfGroup,
  type ExpectedRun,
  type Measure,
  type RunGroup,
  type TraceName,
} from './baseline-runs.ts'
import { toleranceLegend, toleranceOf } from './baseline-tolerance.ts'
import { digits, findTrace, tableLines, tellProgress, traceNames } from './traces.ts'

type Cell = {
  readonly measure: Measure
  readonly ours: number | null
  readonly theirs: number
  readonly isOutside: boolean
}
type ComparedRun = { readonly name: string; readonly expected: ExpectedRun; readonly cells: readonly Cell[] }
type Score = { readonly compared: number; readonly outside: number; readonly unexplained: number }

const variations = 12

function compare(trace: TraceName, expected: ExpectedRun, run: FinishedRun): ComparedRun {
  const { postings } = run.report
  const { method, budget } = run.request
  const about = { trace, method, budget: expected.budget, isAtParameter: budget === null, postings }
  const cells = measureNames.flatMap((measure): Cell[] => {
    const theirs = expected.expected[measure]
    if (theirs === undefined) return []
    const ours = measures[measure](run.report)
    const isOutside = ours === null || Math.abs(ours - theirs) > toleranceOf(measure, theirs, about)
    return [{ measure, ours, theirs, isOutside }]
  })
  return { name: nameOf(run, expected), expected, cells }
}

function nameOf({ request, parameter }: FinishedRun, { budget }: ExpectedRun): string {
  if (budget === null) return `${request.method} ${digits(parameter)} as published`
  return `${request.method} at ${budget}${parameter === null ? '' : ` (${digits(parameter)})`}`
}

function print(runs: readonly ComparedRun[]): void {
  const columns = measureNames.filter((name) => runs.some(({ expected }) => name in expected.expected))
  const rows = runs.map(({ name, cells }) => [
    name,
    ...columns.map((column) => {
      const cell = cells.find(({ measure }) => measure === column)
      if (cell === undefined) return ''
      return `${digits(cell.ours)} (${digits(cell.theirs)})${cell.isOutside ? '!' : ' '}`
    }),
  ])
  console.log(tableLines([['ours (theirs)', ...columns], ...rows]))
}

/** Replays what is outside under other phases and cluster starts, and says whether those make such a number. @returns how many they do not */
async function explain(world: RunWorld, runs: readonly ComparedRun[]): Promise<number> {
  const suspects = runs.filter(({ cells }) => cells.some(({ isOutside }) => isOutside))
  if (suspects.length === 0) return 0
  const replays: FinishedRun[][] = []
  for (let variation = 1; variation <= variations; variation++) {
    const requests = suspects.map(({ expected }) => expected.request)
    replays.push(await runAll(variedWorld(world, variation), requests, tellProgress))
  }
  let unexplained = 0
  suspects.forEach(({ name, cells }, index) => {
    for (const { measure, ours, theirs } of cells.filter(({ isOutside }) => isOutside)) {
      const values = replays
        .map((runs) => runs[index]?.report)
        .map((report) => (report === undefined ? null : measures[measure](report)))
        .filter((value) => value !== null)
      const [least, most] = [Math.min(...values), Math.max(...values)]
      const isAmong = theirs >= least && theirs <= most
      if (!isAmong) unexplained++
      const spread = `${variations} other phases and cluster starts make ${digits(least)} to ${digits(most)}`
      const verdict = isAmong ? 'theirs is among them' : 'theirs is NOT among them'
      console.log(`! ${name}, ${measure}: ${digits(ours)} (${digits(theirs)}); ${spread}: ${verdict}`)
    }
  })
  return unexplained
}

async function compareGroup(trace: TraceName, group: RunGroup): Promise<Score> {
  const world = worldOfGroup(trace, group)
  if (world === null) return { compared: 0, outside: 0, unexplained: 0 }
  const requests = group.runs.map(({ request }) => request)
  const finished = await runAll(world, requests, tellProgress)
  const runs = finished.flatMap((run, index): ComparedRun[] => {
    const expected = group.runs[index]
    return expected === undefined ? [] : [compare(trace, expected, run)]
  })
  console.log(`\n${trace}, ${group.title}: delays in minutes`)
  print(runs)
  const cells = runs.flatMap((run) => run.cells)
  return {
    compared: cells.length,
    outside: cells.filter(({ isOutside }) => isOutside).length,
    unexplained: await explain(world, runs),
  }
}

let [compared, outside, unexplained] = [0, 0, 0]
const wanted = process.argv.slice(2)
console.log(toleranceLegend)
for (const trace of traceNames) {
  if ((wanted.length > 0 && !wanted.includes(trace)) || findTrace(trace) === null) continue
  for (const group of groupsOf(trace)) {
    const score = await compareGroup(trace, group)
    compared += score.compared
    outside += score.outside
    unexplained += score.unexplained
  }
}
const explained = outside - unexplained
console.log(
  `\n${compared - outside} of ${compared} numbers within their tolerance; of the ${outside} outside, other phases explain ${explained}.`,
)
if (unexplained > 0) process.exitCode = 1
