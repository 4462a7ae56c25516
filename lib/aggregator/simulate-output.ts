import { qualities, type Measured } from '#lib/policy/quality.ts'
import type { FinishedRun } from './simulate-runs.ts'

const msPerMinute = 60_000

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
  /** REI's Ĝ over the runs at the same budget, the best 1: geometric mean of delay (meanMin), polls per posting and recall, each against the best. */
  readonly guete: number | null
  readonly hitShare: number | null
  /** Mean time of one planning of all sources. */
  readonly planningMs: number | null
}

/** Rows of finished runs, with the quality of each among those at its budget. */
export function rowsOf(runs: readonly FinishedRun[]): RunRow[] {
  const rows = runs.map((run) => rowOf(run))
  return rows.map((row) => ({
    ...row,
    guete: qualityAmong(
      row,
      rows.filter(({ budget }) => budget === row.budget),
    ),
  }))
}

function qualityAmong(row: RunRow, rivals: readonly RunRow[]): number | null {
  const comparable = rivals.filter((rival) => measuredOf(rival) !== null)
  const index = comparable.indexOf(row)
  return qualities(comparable.flatMap((rival) => measuredOf(rival) ?? []))[index]?.relative ?? null
}

function measuredOf({ meanMin, ape, recall }: RunRow): Measured | null {
  if (meanMin === null || ape === null || recall === null) return null
  return { delayMs: meanMin * msPerMinute, pollsPerPosting: ape, recall }
}

function rowOf({ request, parameter, report, planningMs }: FinishedRun): RunRow {
  return {
    policy: request.method,
    parameter,
    budget: request.budget,
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
    guete: null,
    hitShare: report.hitShare,
    planningMs,
  }
}

/** One line of JSON per run. */
export function toJsonLines(rows: readonly RunRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

const columns: readonly (readonly [title: string, text: (row: RunRow) => string])[] = [
  ['policy', (row) => row.policy],
  ['budget', (row) => number(row.budget, 3)],
  ['parameter', (row) => number(row.parameter, 3)],
  ['polls', (row) => row.pollsPerSourceDay.toFixed(3)],
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
  ['hits', (row) => number(row.hitShare, 3)],
  ['plan ms', (row) => number(row.planningMs, 3)],
]

/** A table for people; delays in minutes. */
export function toTable(rows: readonly RunRow[]): string {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, text]) => text(row)))]
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) => {
    return line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  })
  return `${lines.join('\n')}\n`
}

/** Significant digits as far as the integer part leaves some; "–" for null. */
function number(value: number | null, digits: number): string {
  if (value === null) return '–'
  return Math.abs(value) >= 10 ** digits ? value.toFixed(0) : String(Number(value.toPrecision(digits)))
}
