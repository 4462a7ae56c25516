import type { FinishedRun } from '#lib/lab/command/simulate-runs.ts'
import type { TraceName } from './baseline-runs.ts'
import { tellClaim } from './claims.ts'

/** Polls per source and day of the table of policies in docs/measured.md. */
const told = new Set<number | null>([1, 4, 24])

/** Tells the mean delay of each run at a budget, beside that of uniform polling at the same budget in the same world. */
export function tellBesideUniform(trace: TraceName, runs: readonly FinishedRun[]): void {
  const uniform = new Map(
    runs.filter(({ request }) => request.method === 'uniform').map((run) => [run.request.budget, run]),
  )
  for (const { request, report } of runs) {
    const bare = uniform.get(request.budget)
    if (bare === undefined || request.method === 'uniform' || !told.has(request.budget)) continue
    tellClaim({
      what: `${trace}, ${request.method}: mean delay at ${request.budget} polls a source and day`,
      value: report.meanMin ?? Number.NaN,
      unit: 'min',
      bare: { what: 'uniform polling', value: bare.report.meanMin ?? Number.NaN },
    })
  }
}
