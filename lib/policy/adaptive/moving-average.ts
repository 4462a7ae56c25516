import { phaseOf } from '#lib/policy/basics/random.ts'
import type { IntervalRule } from './interval-rule.ts'

/** Of the longest interval, up to this part is taken off, else all slow sources are polled in one spike (REI Eq. 3.4). */
const smoothedPart = 0.5

/**
 * Plain moving average, the policy of REI's crawl (Eq. 3.2–3.5, 4.9): the mean gap of the document's postings, (newest − oldest) / (n − 1),
 * anew from every document. With fewer than two times the longest interval β, and whatever reaches β is shortened by a phase of up to β/2.
 * Never slows down while a source is silent. Published: α 1 min, β 6 h. `parameter` scales the gap, 1 as published.
 */
export const movingAverage: IntervalRule = ({ window }, now, parameter, bounds) => {
  const gap =
    window !== null && window.size > 1 && window.newestAt > window.oldestAt
      ? (parameter * (window.newestAt - window.oldestAt)) / (window.size - 1)
      : bounds.longest
  // The instant of the poll serves as the seed: other sources, other instants.
  return gap < bounds.longest ? gap : bounds.longest * (1 - smoothedPart * phaseOf(Math.round(now)))
}
