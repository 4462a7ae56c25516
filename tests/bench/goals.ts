/** The goal of every page of the admin and of each of its previews at the server, at the 95th percentile. */
export const adminGoalMs = 300

/** The measured times, in milliseconds. */
export type Figure = { readonly name: string; readonly p95Ms: number }

/** A line for each figure that misses its goal, NaN included. */
export function missedGoals(figures: readonly Figure[], goalMs: number): string[] {
  return figures
    .filter(({ p95Ms }) => !(p95Ms < goalMs))
    .map(
      ({ name, p95Ms }) =>
        `missed: ${name} takes ${p95Ms.toFixed(1)} ms at the 95th percentile, goal ${goalMs} ms`,
    )
}
