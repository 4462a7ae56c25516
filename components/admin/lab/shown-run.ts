import type { LabRunItem } from '#lib/api/server/lab.ts'

/** The run that the address asks for, else the latest that is done, or is still to be; null: there is none. */
export function shownRun(runs: readonly LabRunItem[], asked: number): LabRunItem | null {
  return runs.find(({ id }) => id === asked) ?? runs.find(({ state }) => state === 'done') ?? runs[0] ?? null
}
