/**
 * IndHist (Bright, Gal & Raschid 2006, through REI 2.5.4, 4.2.4): polls when θ changes are expected since the last poll, by the source's
 * rates of the 24 hours; and its two switching variants.
 */
import { HOUR_MS, hourOf } from '../time.ts'
import { adaptiveTtl } from './adaptive-ttl.ts'
import type { IntervalRule } from './interval-rule.ts'
import type { SourceMemory, TrainedRates } from './memory.ts'

/** More changes than this many times the expected ones are a burst. */
const burstRatio = 2
/** Changes are compared with the expected ones over this time (BGR06: a day is better than an hour; REI sees 1–2 % the other way). */
const burstWindowMs = 24 * HOUR_MS
/** With more hours of changes per known change, a source's own history says too little. */
const individualRatio = 0.5
/** From this θ on REI takes the greater M: the published pairs are 0.7/0.1 and 10/3.0 (chapter 5's "10/0.1" is a slip). */
const patientThreshold = 10

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
export function instantOfExpected(hourlyRates: readonly number[], from: number, threshold: number): number {
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

/** IndHist. `parameter`: θ, 0.7 (best over postings) or 10 (best over sources). Null while untrained; a source without changes: Infinity. */
export const indhist: IntervalRule = ({ trained }, now, parameter) =>
  trained === null ? null : instantOfExpected(trained.hourly, now, parameter) - now

/**
 * IndHist/TTL: AdaptiveTTL while the last day brought more than twice the changes expected of it (none expected, some found: a burst),
 * IndHist otherwise. `parameter`: θ; M is 0.1 below θ = 10, 3 from there on.
 */
export const indhistTtl: IntervalRule = (memory, now, parameter, bounds) => {
  const { trained } = memory
  if (trained !== null && isBurst(memory, trained, now)) {
    return adaptiveTtl(memory, now, parameter < patientThreshold ? 0.1 : 3, bounds)
  }
  return indhist(memory, now, parameter, bounds)
}

/** Whether so many changes were found where so many were expected are a burst: strictly more than twice, or any where none was. */
export function isBurstRatio(found: number, expected: number): boolean {
  return found > burstRatio * expected
}

function isBurst({ lastDayTimes }: SourceMemory, { hourly }: TrainedRates, now: number): boolean {
  const from = now - burstWindowMs
  return isBurstRatio(lastDayTimes.filter((at) => at > from).length, expectedChanges(hourly, from, now))
}

/**
 * IndHist/AggHist: by the rates of the source's cluster where its changes are few for the hours they fall into
 * (hours with changes / changes > 0.5), else IndHist. BGR06 names no grouping; the clusters are SC's.
 */
export const indhistAgghist: IntervalRule = (memory, now, parameter, bounds) => {
  const { trained } = memory
  if (trained === null || trained.cluster === null || trained.postings === 0) {
    return indhist(memory, now, parameter, bounds)
  }
  const isThin = trained.hours / trained.postings > individualRatio
  return instantOfExpected(isThin ? trained.cluster : trained.hourly, now, parameter) - now
}
