import type { IntervalRule } from './interval-rule.ts'

/**
 * AdaptiveTTL (REI Eq. 2.10, 4.7): M · (now − newest posting): the longer unchanged, the longer it will stay so. While a source is silent
 * its age grows by the factor 1 + M per poll. Published M: 0.1 (best over postings), 3 (best over sources). Null without a posting; a
 * newest posting in the future gives a negative interval, which the bounds lift to the shortest (clean times first).
 */
export const adaptiveTtl: IntervalRule = ({ window, newestAt }, now, parameter) => {
  const newest = window?.newestAt ?? newestAt
  return newest === null ? null : parameter * (now - newest)
}
