import { clamp } from '#lib/policy/basics/numeric.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The document as last seen: how many dated postings, oldest and newest time. */
export type SeenWindow = { readonly size: number; readonly oldestAt: number; readonly newestAt: number }

/** Shortest, longest and default interval between polls (α, β, η of REI 4.2.1), in the unit of the times. */
export type IntervalBounds = {
  readonly shortest: number
  readonly longest: number
  readonly whenUnknown: number
}

/** Before anything is learnt of a source: postings are taken to be visible 5 s after their time. */
export const firstLagMs = 5_000
const longestLagMs = 5 * MINUTE_MS

/**
 * MAVSync as published (REI, Algorithm 2): polls when the next posting is predicted, newest + mean gap; once that moment has passed, or
 * is too near or too far, as if a posting had appeared now, so that the interval grows while a source is silent. Any unit of time.
 * Edges: no posting → the default interval; all postings at `now` → the shortest (a defect, see `mavsync`). O(1).
 */
export function mavsyncAsPublished(window: SeenWindow | null, now: number, bounds: IntervalBounds): number {
  if (window === null || window.size === 0) return now + bounds.whenUnknown
  const toSync = window.size >= 2 ? window.newestAt + meanGap(window) - now : Number.NEGATIVE_INFINITY
  if (toSync >= bounds.shortest && toSync <= bounds.longest) return now + toSync
  return now + clamp((now - window.oldestAt) / window.size, bounds.shortest, bounds.longest)
}

/**
 * MAVSync with the three defects of the published version mended: a prediction nearer than the shortest interval is
 * polled after that interval instead of being dropped; the prediction is delayed by the source's publication lag; a document whose
 * postings all bear the time of the poll (`sameTime` apart at most, generated on the fly) has no usable times. `factor` scales the mean
 * gap and the growing interval, to match a budget; 1 as published.
 */
export function mavsync(
  window: SeenWindow | null,
  now: number,
  bounds: IntervalBounds,
  lag: number,
  factor = 1,
  sameTime = 1_000,
): number {
  if (window === null || window.size === 0) return now + bounds.whenUnknown
  const madeNow = window.oldestAt === window.newestAt && window.oldestAt >= now - sameTime
  if (madeNow) return now + bounds.whenUnknown
  const toSync =
    window.size >= 2 ? window.newestAt + factor * meanGap(window) + lag - now : Number.NEGATIVE_INFINITY
  if (toSync > 0 && toSync <= bounds.longest) return now + Math.max(toSync, bounds.shortest)
  return now + clamp((factor * (now - window.oldestAt)) / window.size, bounds.shortest, bounds.longest)
}

/** The lag after a poll came too early for a posting that was already dated: doubled until it covers what was seen, 5 min at most. */
export function learnLag(lagMs: number, seenLagMs: number): number {
  let learnt = Math.max(lagMs, firstLagMs)
  while (learnt < seenLagMs && learnt < longestLagMs) learnt *= 2
  return Math.min(learnt, longestLagMs)
}

function meanGap(window: SeenWindow): number {
  return (window.newestAt - window.oldestAt) / (window.size - 1)
}
