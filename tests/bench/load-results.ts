import type { Measured } from './load-client.ts'
import { missedGoals, type Figure } from './goals.ts'

/** A stream of events, which is counted only where it breaks. */
export const streamAct = 'stream'
/** The goal of any answer to a reader at the 95th percentile. */
export const loadGoalMs = 300
/** The most that the memory of a process may grow in an hour, as a share of itself, after the first third of a run. */
export const mostGrowthPerHour = 0.1
/** Memory that goes up and down by as much in any run, as the heap is cleaned now or later. */
const noiseMb = 40

/** Fewer minutes say nothing of memory. */
const leastSamples = 5

export type Sample = { readonly minute: number; readonly mb: number }

/** The slope of memory in MB a minute after the first third of a run, by least squares; NaN of less than three samples. O(n). */
export function slopeOf(samples: readonly Sample[]): number {
  const last = samples.at(-1)?.minute ?? 0
  const settled = samples.filter(({ minute }) => minute >= last / 3)
  if (settled.length < 3) return Number.NaN
  const mean = (of: (sample: Sample) => number) =>
    settled.reduce((sum, sample) => sum + of(sample), 0) / settled.length
  const meanMinute = mean(({ minute }) => minute)
  const meanMb = mean(({ mb }) => mb)
  const along = mean(({ minute, mb }) => (minute - meanMinute) * (mb - meanMb))
  return along / mean(({ minute }) => (minute - meanMinute) ** 2)
}

/** The least share of the polls asked for that must have been made: beside an aggregator that rests readers are quick. */
const leastPolled = 0.95

export type RunResult = {
  /** A second. */
  readonly polls: { readonly made: number; readonly asked: number }
  readonly acts: readonly (Figure & { readonly errors: number })[]
  readonly memory: readonly { readonly name: string; readonly samples: readonly Sample[] }[]
}

/** A line for each thing that is not as it should be. */
export function problemsOf({ polls, acts, memory }: RunResult): string[] {
  return [
    ...(polls.made < leastPolled * polls.asked
      ? [`polled: ${polls.made.toFixed(1)} a second of ${polls.asked.toFixed(1)} that were asked for`]
      : []),
    // Of streams there are no times, but where one breaks it is said.
    ...missedGoals(
      acts.filter(({ name }) => name !== streamAct),
      loadGoalMs,
    ),
    ...acts.filter(({ errors }) => errors > 0).map(({ name, errors }) => `failed: ${name}, ${errors} times`),
    ...memory.flatMap(({ name, samples }) => growth(name, samples)),
  ]
}

function growth(name: string, samples: readonly Sample[]): string[] {
  if (samples.length < leastSamples) return []
  const slope = slopeOf(samples)
  const minutes = (2 / 3) * (samples.at(-1)?.minute ?? 0)
  const least = Math.min(...samples.map(({ mb }) => mb))
  const most = Math.max(noiseMb, (mostGrowthPerHour * least * minutes) / 60)
  if (slope * minutes <= most) return []
  return [`grew: ${name} by ${slope.toFixed(1)} MB a minute after the first third of the run`]
}

/** All milliseconds of an act. */
export function allOf({ byMinute }: Measured): number[] {
  return byMinute.flat()
}
