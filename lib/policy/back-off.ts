/** How long to leave a source alone that does not answer. */
import { phaseOf } from './random.ts'
import { DAY_MS } from './time.ts'

/** A source is never given up: one try a day costs little and finds it when it returns. */
const longestBackOffMs = DAY_MS
/** Up to this part is taken off, so that sources that failed together (one host, one outage) do not return together. */
const jitter = 0.25

/**
 * Wait after the n-th failure in a row: the source's normal interval, doubled with each further failure, a day at most, less a jitter
 * computed from the source and the count. Never below the normal interval's part the jitter leaves, or half the shortest interval.
 */
export function backOffMs(sourceId: number, normalIntervalMs: number, consecutiveFailures: number): number {
  const doublings = Math.min(30, Math.max(0, consecutiveFailures - 1))
  const full = Math.min(longestBackOffMs, normalIntervalMs * 2 ** doublings)
  return Math.round(full * (1 - jitter * phaseOf(sourceId, consecutiveFailures)))
}
