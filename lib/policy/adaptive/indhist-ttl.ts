/** IndHist/TTL (Bright, Gal & Raschid 2006, through REI 2.5.4, 4.2.4): by expectation, but by age while a source bursts. */
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { adaptiveTtl } from './adaptive-ttl.ts'
import { expectedChanges, indhist } from './indhist.ts'
import type { IntervalRule } from './interval-rule.ts'
import type { SourceMemory, TrainedRates } from './memory.ts'

/** More changes than this many times the expected ones are a burst. */
const burstRatio = 2
/** Changes are compared with the expected ones over this time (BGR06: a day is better than an hour; REI sees 1–2 % the other way). */
const burstWindowMs = DAY_MS
/** From this θ on REI takes the greater M: the published pairs are 0.7/0.1 and 10/3.0 (chapter 5's "10/0.1" is a slip). */
const patientThreshold = 10

/**
 * IndHist/TTL: AdaptiveTTL while the last day brought more than twice the changes expected of it (none expected, some found: a burst),
 * IndHist otherwise. `parameter`: θ; M is 0.1 below θ = 10, 3 from there on. Null while untrained.
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
