import { clamp } from '#lib/policy/basics/numeric.ts'

/** The document as last seen: how many dated postings, oldest and newest time. */
export type SeenWindow = { readonly size: number; readonly oldestAt: number; readonly newestAt: number }

/** Shortest, longest and default interval between polls (α, β, η of REI 4.2.1), in the unit of the times. */
export type IntervalBounds = {
  readonly shortest: number
  readonly longest: number
  readonly whenUnknown: number
}

/** Postings are taken to be visible 5 s after their time. */
export const usualPublicationLagMs = 5_000

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

function meanGap(window: SeenWindow): number {
  return (window.newestAt - window.oldestAt) / (window.size - 1)
}
