/** IndHist (Bright, Gal & Raschid 2006, through REI 2.5.4, 4.2.4): the source's own rates of the 24 hours of the day. */
import { HOUR_MS, hourOf } from '#lib/policy/basics/time.ts'
import type { IntervalRule } from './interval-rule.ts'

/** Changes expected in [from, to]: ∫ λ(hour of t) dt, in O(hours). `hourlyRates`: 24 changes an hour by UTC hour. */
export function expectedChanges(hourlyRates: readonly number[], from: number, to: number): number {
  let total = 0
  for (let at = from; at < to;) {
    const hourEnd = Math.min(to, Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS)
    total += ((hourlyRates[hourOf(at)] ?? 0) * (hourEnd - at)) / HOUR_MS
    at = hourEnd
  }
  return total
}

/** The first instant at which `threshold` changes are expected since `from`; Infinity when none ever are. O(24). */
export function instantOfChanges(hourlyRates: readonly number[], from: number, threshold: number): number {
  const perDay = hourlyRates.reduce((sum, rate) => sum + rate, 0)
  if (perDay <= 0) return threshold <= 0 ? from : Infinity
  let left = threshold % perDay
  let at = from + Math.floor(threshold / perDay) * 24 * HOUR_MS
  while (left > 0) {
    const rate = hourlyRates[hourOf(at)] ?? 0
    const hourEnd = Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS
    const inHour = (rate * (hourEnd - at)) / HOUR_MS
    // The tolerance: sums of thirds and eighths must not miss their threshold by rounding and wait a night.
    if (inHour >= left - 1e-12 * threshold) return Math.min(hourEnd, at + (left / rate) * HOUR_MS)
    left -= inHour
    at = hourEnd
  }
  return at
}

/**
 * IndHist: polls when θ changes are expected since the last poll, ∫ λ(hour of t) dt = θ. `parameter`: θ, 0.7 (best over postings) or 10
 * (best over sources). Null while untrained; a source without changes: Infinity.
 */
export const indhist: IntervalRule = ({ trained }, now, parameter) =>
  trained === null ? null : instantOfChanges(trained.hourly, now, parameter) - now
