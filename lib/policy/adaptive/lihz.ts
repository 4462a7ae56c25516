/** LIHZ (Lee, Im, Hwang & Zhang 2008, through REI Eq. 2.11, 4.2.4): chances of an update by weekday; polls are whole days apart. */
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { DAY_MS, weekdayOf } from '#lib/policy/basics/time.ts'
import type { IntervalRule } from './interval-rule.ts'
import type { WeekdayCounts } from './memory.ts'

/** Weight of the weekday's own share against the share of all days. */
const weekdayPart = 0.9
/** Further than this the sum is not followed: the bounds are nearer. */
const mostDays = 400

/** P = 0.9 · share of past days of this weekday (0: Sunday) with an update + 0.1 · share of all days with one. Unobserved: 0. */
export function updateChance({ days, hits }: WeekdayCounts, weekday: number): number {
  const share = (hit: number, observed: number): number => (observed > 0 ? hit / observed : 0)
  return (
    weekdayPart * share(hits[weekday] ?? 0, days[weekday] ?? 0) +
    (1 - weekdayPart) * share(sumOf(hits), sumOf(days))
  )
}

/** Days from now, at least 1, until the chances of the days passed sum to `threshold`, today's weekday excluded; Infinity: never. */
export function daysUntilLikely(counts: WeekdayCounts, today: number, threshold: number): number {
  let sum = 0
  for (let day = 1; day <= mostDays; day++) {
    sum += updateChance(counts, (today + day) % 7)
    if (sum >= threshold - 1e-12) return day
  }
  return Infinity
}

/**
 * LIHZ as REI runs it: polls on the day on which the chances of the coming days sum to σ. `parameter`: σ, 1.0 (best over sources) or
 * 0.1 (best over postings). Null before any day was observed. Useless for sources that post more than once a day.
 */
export const lihz: IntervalRule = ({ weekdays }, now, parameter) =>
  sumOf(weekdays.days) === 0 ? null : daysUntilLikely(weekdays, weekdayOf(now), parameter) * DAY_MS
