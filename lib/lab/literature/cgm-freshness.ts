/**
 * CGM03(Freshness) (Cho & Garcia-Molina 2003; policies of a crawler): splits a budget so that copies are fresh for most of the time, when
 * sources change by Poisson processes and are polled at equal gaps. r = rate / polls, the changes expected in a gap.
 */
import { allocateByEqualGain, smallGap, type GainDemand } from './equal-gain.ts'

/** More Newton steps than any gain needs. */
const mostSteps = 12
/** A step shorter than this part of r was the last: the next would be about its square. */
const lastMove = 1e-7

/** Share of time a copy is fresh: (1 − e^−r) / r. A rate of 0: 1. */
export function freshness(rate: number, polls: number): number {
  const r = rate / polls
  return r === 0 ? 1 : -Math.expm1(-r) / r
}

/** Gain in freshness of a further poll: φ(r) / λ, φ(r) = 1 − e^−r·(1 + r). Finite at f → 0: 1/λ. */
export function freshnessGain(rate: number, polls: number): number {
  return atGap(rate / polls) / rate
}

/**
 * Polls a day with the greatest weighted freshness, whose sum is the budget. Sources that change too fast for the budget get none at
 * all, nor do those with a rate or weight of 0. Linear in the number of sources.
 * @throws RangeError when the budget or a claim is not one
 */
export function allocateByFreshness(demands: readonly GainDemand[], budgetPerDay: number): number[] {
  const scale = ({ weight, ratePerDay }: GainDemand): number => weight / ratePerDay
  return allocateByEqualGain(demands, budgetPerDay, { scale, atGap, gapAt })
}

function atGap(r: number): number {
  if (r < smallGap) return r ** 2 * (1 / 2 - r * (1 / 3 - r * (1 / 8 - r / 30)))
  return 1 - Math.exp(-r) * (1 + r)
}

/**
 * φ(r) = gain, that is r − ln(1 + r) = −ln(1 − gain), by Newton's method: the left side is convex, so that from the second step on
 * all come down to the root. φ never reaches 1: no gap is long enough.
 */
function gapAt(gain: number): number {
  if (gain >= 1) return Infinity
  const sum = -Math.log1p(-gain)
  const root = Math.sqrt(2 * sum)
  let r = root * (1 + root / 3 + (root * root) / 36)
  if (root < 1e-3) return r
  for (let step = 0; step < mostSteps; step++) {
    const move = ((r - Math.log1p(r) - sum) * (1 + r)) / r
    r -= move
    if (Math.abs(move) < lastMove * r) break
  }
  return r
}
