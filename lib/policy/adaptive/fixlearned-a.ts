import type { IntervalRule } from './interval-rule.ts'

/**
 * FixLearned_A (REI Eq. 4.4): the time from the first document's oldest posting to the first poll, per posting, (τ − oldest) / n in ms,
 * learnt once and never changed. Counts the silence since the newest, so dead sources get long intervals, and needs one posting only.
 * Null without one, or when all are as old as the poll. `parameter` scales it, 1 as published.
 */
export const fixlearnedA: IntervalRule = ({ first: { polledAt, window } }, _now, parameter) =>
  window === null || window.size < 1 || window.oldestAt >= polledAt
    ? null
    : (parameter * (polledAt - window.oldestAt)) / window.size
