/** Delays of a replay in four numbers; all null without postings. */
export type ReplayDelays = {
  readonly postings: number
  readonly meanMs: number | null
  readonly medianMs: number | null
  readonly p90Ms: number | null
  readonly maxMs: number | null
}

/** The least of these ascending values with at least that part of all at or below it; null of none. */
export function quantileOf(ascending: ArrayLike<number>, part: number): number | null {
  return ascending[Math.max(0, Math.ceil(part * ascending.length) - 1)] ?? null
}

/** Summarises delays; percentiles as `quantileOf` has them. O(n log n). */
export function summariseReplayDelays(delays: readonly number[]): ReplayDelays {
  if (delays.length === 0) return { postings: 0, meanMs: null, medianMs: null, p90Ms: null, maxMs: null }
  const sorted = Float64Array.from(delays).sort()
  return {
    postings: delays.length,
    meanMs: sorted.reduce((sum, delay) => sum + delay, 0) / sorted.length,
    medianMs: quantileOf(sorted, 0.5),
    p90Ms: quantileOf(sorted, 0.9),
    maxMs: quantileOf(sorted, 1),
  }
}

/**
 * Delay of each posting: to the first poll at or after it, or to `endAt` when there is none. Both lists ascend. SC Definition 1: the
 * document's window plays no part. O(postings + polls).
 */
export function delaysOf(postingTimes: readonly number[], polls: readonly number[], endAt: number): number[] {
  let poll = 0
  return postingTimes.map((at) => {
    while ((polls[poll] ?? endAt) < at && poll < polls.length) poll++
    return (polls[poll] ?? endAt) - at
  })
}
