/** FixLearned (REI Eq. 4.3, 4.4): an interval learnt from the first document, never changed. `parameter` scales it, 1 as published. */
import type { IntervalRule } from './interval-rule.ts'
import type { SourceMemory } from './memory.ts'

type FirstPoll = SourceMemory['first']

/**
 * Mean gap of the first document's postings: (newest − oldest) / (n − 1). Null with fewer than two, or when all bear one time. Blind to
 * the silence since the newest.
 */
export function meanGap({ window }: FirstPoll): number | null {
  if (window === null || window.size < 2 || window.newestAt <= window.oldestAt) return null
  return (window.newestAt - window.oldestAt) / (window.size - 1)
}

/**
 * Time from the oldest posting to the first poll, per posting: (τ − oldest) / n. Counts the silence since the newest, so dead sources get
 * long intervals, and needs one posting only. Null without one, or when all are as old as the poll.
 */
export function meanAgeGap({ polledAt, window }: FirstPoll): number | null {
  if (window === null || window.size < 1 || window.oldestAt >= polledAt) return null
  return (polledAt - window.oldestAt) / window.size
}

export const fixlearnedW: IntervalRule = ({ first }, _now, parameter) => scaled(meanGap(first), parameter)

export const fixlearnedA: IntervalRule = ({ first }, _now, parameter) => scaled(meanAgeGap(first), parameter)

function scaled(interval: number | null, parameter: number): number | null {
  return interval === null ? null : interval * parameter
}
