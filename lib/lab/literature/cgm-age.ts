/**
 * CGM03(Age) (Cho & Garcia-Molina 2003; policies of a crawler): splits a budget so that copies are least old on average, when sources
 * change by Poisson processes and are polled at equal gaps. r = rate / polls, the changes expected in a gap.
 */
import { allocateByEqualGain, smallGap, type GainDemand } from './equal-gain.ts'

/** More Newton steps than any gain needs. */
const mostSteps = 12
/** A step shorter than this part of r was the last: the next would be about its square. */
const lastMove = 1e-7

/** Mean age of a copy, in the unit of time of the rate: 1/(2f) − 1/λ + f·(1 − e^−r)/λ². A rate of 0: 0. */
export function age(rate: number, polls: number): number {
  if (rate === 0) return 0
  const r = rate / polls
  if (r < smallGap) return (r * r * (1 / 6 - r * (1 / 24 - r * (1 / 120 - r / 720)))) / rate
  return (r / 2 - 1 - Math.expm1(-r) / r) / rate
}

/** Age saved by a further poll, per day of polls: φ(r) / λ², φ(r) = r²/2 − 1 + e^−r·(1 + r). Infinite at f → 0: no source starves. */
export function ageGain(rate: number, polls: number): number {
  return atGap(rate / polls) / rate ** 2
}

/**
 * Polls a day with the least weighted age, whose sum is the budget: nearly even among fast sources, with the cube root of the rate among
 * slow ones. A rate or weight of 0: no polls. Linear in the number of sources.
 * @throws RangeError when the budget or a claim is not one
 */
export function allocateByAge(demands: readonly GainDemand[], budgetPerDay: number): number[] {
  const scale = ({ weight, ratePerDay }: GainDemand): number => weight / ratePerDay ** 2
  return allocateByEqualGain(demands, budgetPerDay, { scale, atGap, gapAt })
}

function atGap(r: number): number {
  if (r < smallGap) return r ** 3 * (1 / 3 - r * (1 / 8 - r * (1 / 30 - r / 144)))
  return r ** 2 / 2 - 1 + Math.exp(-r) * (1 + r)
}

/**
 * φ(r) = gain, by Newton's method: φ is convex and below both r³/3 and r²/2, so that the start is too low, the first step too high, and
 * all further ones come down to the root.
 */
function gapAt(gain: number): number {
  let r = Math.max(Math.cbrt(3 * gain), Math.sqrt(2 * gain))
  for (let step = 0; step < mostSteps; step++) {
    const move = (atGap(r) - gain) / (-r * Math.expm1(-r))
    r -= move
    if (Math.abs(move) < lastMove * r) break
  }
  return r
}
