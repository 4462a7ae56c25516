import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Seconds until the next try, by tries so far. Together a little over two days: an outage of a weekend passes. */
const pausesSeconds = [10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]
/** The longest pause that another end may ask for. */
const longestPauseMs = DAY_MS

/**
 * The time at which a message that came to nothing is tried again, in epoch milliseconds: after growing pauses, not before what the
 * other end asked for. Null: it was tried often enough.
 */
export function nextTryAt(tries: number, now: number, retryAt: number | null): number | null {
  const pause = pausesSeconds[tries - 1]
  if (pause === undefined) return null
  return Math.max(now + pause * 1000, Math.min(retryAt ?? 0, now + longestPauseMs))
}
