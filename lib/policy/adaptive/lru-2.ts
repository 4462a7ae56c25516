import type { IntervalRule } from './interval-rule.ts'

/**
 * LRU-2 (REI Eq. 4.8): the gap between the two newest distinct times ever seen of a source, also those no longer in its document; null
 * until there are two. One close pair keeps a source at a high frequency until its next posting. `parameter` scales it, 1 as published.
 */
export const lru2: IntervalRule = ({ newestAt, secondNewestAt }, _now, parameter) =>
  newestAt === null || secondNewestAt === null ? null : parameter * (newestAt - secondNewestAt)
