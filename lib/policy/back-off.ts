/** The time to leave a source alone that does not answer. */
import type { FailureKind } from '#lib/policy/basics/failure-kind.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The growth of the waits of one kind of failure. */
type BackOff = {
  /** The first wait is this long at least. */
  readonly leastMs: number
  /** Each further failure makes the wait so many times as long. */
  readonly growth: number
  /** A source is never given up: one try in this time costs little and finds it when it returns. */
  readonly longestMs: number
  /** The wait after the first failure, where it is not the usual one. */
  readonly firstMs?: number
}

/** The back-off of failures that pass by themselves: those that nothing is known of, and those that are no polls. */
const usual: BackOff = { leastMs: 0, growth: 2, longestMs: DAY_MS }

/** The reason of each row stands in docs/polling.md, "When a source fails". */
const backOffs: Readonly<Record<FailureKind, BackOff>> = {
  'server-error': { ...usual, longestMs: DAY_MS / 4 },
  unreadable: { ...usual, longestMs: DAY_MS / 2 },
  slow: { ...usual, longestMs: DAY_MS / 2, firstMs: MINUTE_MS },
  timeout: usual,
  connection: usual,
  name: { ...usual, leastMs: HOUR_MS },
  certificate: { ...usual, leastMs: HOUR_MS },
  'bad-request': { ...usual, leastMs: HOUR_MS },
  missing: { leastMs: HOUR_MS, growth: 3, longestMs: 2 * DAY_MS },
  refused: { leastMs: 3 * HOUR_MS, growth: 3, longestMs: 3 * DAY_MS },
  other: usual,
}

/** Up to this part is taken off, so that sources that failed together (one host, one outage) do not return together. */
const jitter = 0.25

/**
 * Wait after the n-th failure in a row: the source's normal interval, or the least wait of its kind of failure, which grows with each
 * further failure up to the longest of the kind. A source that is polled less often than that keeps its interval, up to a day. Less a
 * jitter computed from the source and the count. O(1).
 */
export function backOffMs(
  sourceId: number,
  normalIntervalMs: number,
  consecutiveFailures: number,
  failure: FailureKind = 'other',
): number {
  const { leastMs, growth, longestMs, firstMs } = backOffs[failure]
  if (firstMs !== undefined && consecutiveFailures <= 1) return firstMs
  const steps = Math.min(30, Math.max(0, consecutiveFailures - 1))
  const grown = Math.min(longestMs, Math.max(leastMs, normalIntervalMs) * growth ** steps)
  const full = Math.max(grown, Math.min(DAY_MS, normalIntervalMs))
  return Math.round(full * (1 - jitter * phaseOf(sourceId, consecutiveFailures)))
}
