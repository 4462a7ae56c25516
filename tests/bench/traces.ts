import type { FinishedRun, RunWorld } from '#lib/lab/command/simulate-runs.ts'
import { worldOf } from '#lib/lab/command/simulate-world.ts'
import { findTraceFile } from '#tests/support/data/test-data.ts'

/** Recorded traces that benches replay. */
export const traceNames = ['news-2023-eight-countries', 'smallweb-rss-2026'] as const

/** A recorded trace under the usual protocol, or null with a line on standard output when it is not there. */
export function findTrace(name: string, options: { readonly isCold?: boolean } = {}): RunWorld | null {
  const file = findTraceFile(name)
  if (file === null) {
    console.log(`Left out: there is no trace ${name}.`)
    return null
  }
  const { isCold = false } = options
  return worldOf({
    source: { kind: 'trace', file },
    weightsFile: null,
    learnDays: 14,
    isCold,
    windowSize: null,
  })
}

/** A drawn population under the usual protocol. */
export function drawnWorld(sources: number, seed: number, days = 98): RunWorld {
  return worldOf({
    source: { kind: 'synthetic', sources, seed, days },
    weightsFile: null,
    learnDays: 14,
    isCold: false,
    windowSize: null,
  })
}

/** Tells on standard error that a run has ended. */
export function tellProgress({ request, wallMs }: FinishedRun): void {
  const budget = request.budget === null ? 'as published' : `at ${request.budget}`
  process.stderr.write(`  ${request.method} ${budget}: ${(wallMs / 1000).toFixed(1)} s\n`)
}

/** Lines of a table with aligned columns: the first to the left, the others to the right. */
export function tableLines(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

/** Four significant digits, whole numbers beyond; "–" for null. */
export function digits(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)))
}
