import type { IntervalRule } from './interval-rule.ts'

/**
 * FixLearned_W (REI Eq. 4.3): the mean gap of the first document's postings, (newest − oldest) / (n − 1) in ms, learnt once and never
 * changed. Null with fewer than two, or when all bear one time. Blind to the silence since the newest. `parameter` scales it, 1 as
 * published.
 */
export const fixlearnedW: IntervalRule = ({ first: { window } }, _now, parameter) =>
  window === null || window.size < 2 || window.newestAt <= window.oldestAt
    ? null
    : (parameter * (window.newestAt - window.oldestAt)) / (window.size - 1)
