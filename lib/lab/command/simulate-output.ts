import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { metricsOf, type Guete, type RunMetrics } from './simulate-metrics.ts'
import type { FinishedRun } from './simulate-runs.ts'

/** Runs whose polls are further than this part from the budget are marked: they are not to be compared with the others as they are. */
const budgetTolerance = 0.01

/** A run for people and programs; delays in minutes, shares from 0 to 1, null where undefined. */
export type RunRow = {
  readonly policy: string
  /** Null for policies that share out a budget. */
  readonly parameter: number | null
  readonly budget: number | null
  readonly pollsPerSourceDay: number
  readonly postings: number
  readonly meanMin: number | null
  readonly medianMin: number | null
  readonly p90Min: number | null
  readonly p99Min: number | null
  readonly maxMin: number | null
  readonly sourcesMeanMin: number | null
  readonly lost: number
  readonly lostShare: number | null
  readonly open: number
  /** Share of the postings that were found. */
  readonly recall: number | null
  /** Polls per found posting. */
  readonly ape: number | null
  /** REI's Ĝ over postings (items mode), with equal weights, among all runs at this budget, the best 1: of meanMin, ape and recall. */
  readonly guete: number | null
  readonly hitShare: number | null
  /** Mean time of one planning of all sources. */
  readonly planningMs: number | null
  /** Its polls are more than 1 % off the budget. */
  readonly missed: boolean
}

/** Rows of finished runs, with the quality of each among those at its budget. */
export function runRows(runs: readonly FinishedRun[]): RunRow[] {
  return metricsOf(runs).map(rowOf)
}

function rowOf({ run, guete }: RunMetrics): RunRow {
  const { request, parameter, report, planningMs } = run
  const { budget } = request
  return {
    policy: request.method,
    parameter,
    budget,
    pollsPerSourceDay: report.pollsPerSourceDay,
    postings: report.postings,
    meanMin: report.meanMin,
    medianMin: report.medianMin,
    p90Min: report.p90Min,
    p99Min: report.p99Min,
    maxMin: report.maxMin,
    sourcesMeanMin: report.sourcesMeanMin,
    lost: report.lost,
    lostShare: report.lostShare,
    open: report.open,
    recall: report.overPostings.recall,
    ape: report.overPostings.pollsPerPosting,
    guete: guete?.postings.equal ?? null,
    hitShare: report.hitShare,
    planningMs,
    missed: budget !== null && Math.abs(report.pollsPerSourceDay / budget - 1) > budgetTolerance,
  }
}

/** One line of JSON per run. */
export function toJsonLines(runs: readonly FinishedRun[]): string {
  return runRows(runs)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
}

type Column = readonly [title: string, text: (row: RunRow, metrics: RunMetrics) => string]

const columns: readonly Column[] = [
  ['policy', (row) => row.policy],
  ['budget', (row) => number(row.budget, 3)],
  ['parameter', (row) => number(row.parameter, 3)],
  ['polls', (row) => `${row.missed ? '! ' : ''}${row.pollsPerSourceDay.toFixed(3)}`],
  ['mean', (row) => number(row.meanMin, 4)],
  ['sources', (row) => number(row.sourcesMeanMin, 4)],
  ['median', (row) => number(row.medianMin, 4)],
  ['p90', (row) => number(row.p90Min, 4)],
  ['p99', (row) => number(row.p99Min, 4)],
  ['max', (row) => number(row.maxMin, 6)],
  ['lost', (row) => String(row.lost)],
  ['open', (row) => String(row.open)],
  ['recall', (row) => number(row.recall, 4)],
  ['ape', (row) => number(row.ape, 4)],
  ['Güte', (row) => number(row.guete, 3)],
  ['Güte src', (_, { guete }) => number(guete?.sources.equal ?? null, 3)],
  ['Güte both', (_, { guete }) => number(guete?.both.equal ?? null, 3)],
  ['hits', (row) => number(row.hitShare, 3)],
  ['plan ms', (row) => number(row.planningMs, 3)],
]

/** A table for people; delays in minutes. Below it what is not to be overlooked: runs that missed their budget. */
export function toTable(runs: readonly FinishedRun[]): string {
  const judged = metricsOf(runs).map((metrics) => ({ metrics, row: rowOf(metrics) }))
  const lines = judged.map(({ row, metrics }) => columns.map(([, text]) => text(row, metrics)))
  const table = aligned([columns.map(([title]) => title), ...lines])
  return judged.some(({ row }) => row.missed)
    ? `${table}! polls more than 1 % off the budget: not to be compared as they are\n`
    : table
}

/** REI's metrics, a line for each averaging mode: delay (found postings only), recall, APE, and Güte by four weightings. */
export function toMetricsTable(runs: readonly FinishedRun[]): string {
  const titles = ['policy', 'budget', 'over', 'delay', 'recall', 'ape', 'Güte', 'D²', 'APE²', 'R²']
  const lines = metricsOf(runs).flatMap(({ run, postings, sources, guete }) => {
    const name = [run.request.method, number(run.request.budget, 3)]
    return [
      [...name, 'postings', ...foundCells(postings), ...gueteCells(guete?.postings)],
      [...name, 'sources', ...foundCells(sources), ...gueteCells(guete?.sources)],
      [...name, 'both', '', '', '', ...gueteCells(guete?.both)],
    ]
  })
  return aligned([titles, ...lines])
}

function foundCells({ delayMs, recall, pollsPerPosting }: RunMetrics['postings']): string[] {
  const delayMin = delayMs === null ? null : delayMs / MINUTE_MS
  return [number(delayMin, 4), number(recall, 4), number(pollsPerPosting, 4)]
}

function gueteCells(guete: Guete | undefined): string[] {
  const values = [guete?.equal, guete?.delayTwice, guete?.pollsTwice, guete?.recallTwice]
  return values.map((value) => number(value ?? null, 3))
}

/** Lines with their columns below each other: the first to the left, the others to the right. */
function aligned(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  )
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** Significant digits as far as the integer part leaves some; "–" for null. */
function number(value: number | null, digits: number): string {
  if (value === null) return '–'
  return Math.abs(value) >= 10 ** digits ? value.toFixed(0) : String(Number(value.toPrecision(digits)))
}
