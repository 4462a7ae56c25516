import { clamp } from '#lib/policy/basics/numeric.ts'
import type { SourceDemand } from '#lib/policy/allocate/square-root.ts'

/** The facts that CGM03 asks of a source; bounds play no part. */
export type GainDemand = Pick<SourceDemand, 'weight' | 'ratePerDay'>

/** The value of one more poll of a source with r = rate / polls changes in a gap, to a policy: scale · φ(r), φ rising from 0 at r = 0. */
type PollGain = {
  /** Everything that does not depend on polls, the weight included; for weight and rate above 0. */
  readonly scale: (demand: GainDemand) => number
  /** φ. */
  readonly atGap: (r: number) => number
  /** Its inverse: the r at which φ(r) is this number (> 0); Infinity when φ never reaches it. */
  readonly gapAt: (gain: number) => number
}

/** Below this r the closed forms of CGM03 cancel; their series are exact there to 1e-8. */
export const smallGap = 1e-2
/** The price is known to this part of itself; between both ends polls run straight, to 1e-11. */
const priceTolerance = 1e-5

/**
 * Polls a day by Lagrange: every source with polls gains alike from one more, scale · φ(rate / polls) = price; sources whose first poll
 * gains less get none, nor do those with a rate or weight of 0. As φ is one function for all sources, a source's polls at a price follow
 * in constant time, and the price is found by halving: O(20 n), whatever rates and weights.
 * @throws RangeError when the budget or a claim is not one
 */
export function allocateByEqualGain(
  demands: readonly GainDemand[],
  budgetPerDay: number,
  { scale, atGap, gapAt }: PollGain,
): number[] {
  demands.forEach(checkDemand)
  if (!(budgetPerDay >= 0)) throw new RangeError(`budgetPerDay must be at least 0, got ${budgetPerDay}`)
  const claims = demands.filter(hasClaim)
  if (claims.length === 0 || budgetPerDay === 0) return demands.map(() => 0)
  const rates = Float64Array.from(claims, ({ ratePerDay }) => ratePerDay)
  const scales = Float64Array.from(claims, scale)
  const pollsAt = (price: number): Float64Array =>
    rates.map((rate, index) => rate / gapAt(price / (scales[index] ?? 0)))
  // At even shares no source gains more from a poll than the price is at most, nor less than it is at least.
  const even = budgetPerDay / claims.length
  const gains = scales.map((factor, index) => factor * atGap((rates[index] ?? 0) / even))
  let low = leastOf(gains) * (1 - 1e-9)
  let high = greatestOf(gains) * (1 + 1e-9)
  while (high / low > 1 + priceTolerance) {
    const price = Math.sqrt(low) * Math.sqrt(high)
    if (totalOf(pollsAt(price)) > budgetPerDay) low = price
    else high = price
  }
  const granted = between(pollsAt(high), pollsAt(low), budgetPerDay)
  let next = 0
  return demands.map((demand) => (hasClaim(demand) ? (granted[next++] ?? 0) : 0))
}

/**
 * As much of the way from fewer to more polls as meets the budget. Far below a poll per change freshness gains alike from any poll, so
 * that polls jump at one price: the jump is taken in part.
 */
function between(fewer: Float64Array, more: Float64Array, budgetPerDay: number): Float64Array {
  const least = totalOf(fewer)
  const span = totalOf(more) - least
  const part = span > 0 ? clamp((budgetPerDay - least) / span, 0, 1) : 0
  return fewer.map((polls, index) => (1 - part) * polls + part * (more[index] ?? 0))
}

function hasClaim({ weight, ratePerDay }: GainDemand): boolean {
  return weight * ratePerDay > 0
}

function checkDemand({ weight, ratePerDay }: GainDemand): void {
  if (!(weight >= 0 && ratePerDay >= 0 && weight * ratePerDay < Infinity)) {
    throw new RangeError(`a demand needs finite weight, rate >= 0, got ${weight}, ${ratePerDay}`)
  }
}

function totalOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity)
}

function greatestOf(values: Float64Array): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), 0)
}
