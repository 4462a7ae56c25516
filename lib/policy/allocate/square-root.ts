import { bisectLog, clamp, sumOf } from '#lib/policy/basics/numeric.ts'

/** A source's claim on polls. */
export type SourceDemand = {
  readonly weight: number
  readonly ratePerDay: number
  /** Least and most polls a day. */
  readonly low: number
  readonly high: number
}

/** Polls a day for each source, and the k of Theorem 1 that gives them. */
export type Allocation = { readonly multiplier: number; readonly pollsPerDay: readonly number[] }

/**
 * Splits a poll budget so that the total weighted delay is least when postings arrive at constant rates:
 * polls a day = k · √(weight × rate), kept within the source's bounds, with k such that the sum meets the budget
 * (SC Theorem 1; with bounds by water filling). Fractions are kept: 0.25 means one poll every four days.
 * When the upper bounds alone are below the budget, all sources get them. O(n · 60) by bisection.
 * @throws RangeError when a claim is not a claim, or when the lower bounds alone exceed the budget
 */
export function allocateBySquareRoot(demands: readonly SourceDemand[], budgetPerDay: number): Allocation {
  const roots = demands.map(rootOf)
  const lowest = sumOf(demands.map(({ low }) => low))
  if (!(budgetPerDay >= 0)) throw new RangeError(`budgetPerDay must be at least 0, got ${budgetPerDay}`)
  if (lowest > budgetPerDay * (1 + 1e-12)) {
    throw new RangeError(`lower bounds take ${lowest} polls a day, the budget is ${budgetPerDay}`)
  }
  const granted = (multiplier: number): number => {
    let total = 0
    demands.forEach(({ low, high }, index) => (total += clamp(multiplier * (roots[index] ?? 0), low, high)))
    return total
  }
  const range = multiplierRange(demands, roots)
  const multiplier =
    range === null || budgetPerDay === 0
      ? 0
      : bisectLog((k) => granted(k) - budgetPerDay, range.low, range.high)
  return {
    multiplier,
    pollsPerDay: demands.map(({ low, high }, index) => clamp(multiplier * (roots[index] ?? 0), low, high)),
  }
}

function rootOf({ weight, ratePerDay, low, high }: SourceDemand): number {
  if (!(weight >= 0 && ratePerDay >= 0 && low >= 0 && low <= high)) {
    throw new RangeError(
      `a demand needs weight, rate >= 0 and 0 <= low <= high, got ${JSON.stringify({ weight, ratePerDay, low, high })}`,
    )
  }
  return Math.sqrt(weight * ratePerDay)
}

/** Multipliers below `low` change nothing, nor do those above `high`; null when no source has a positive claim. */
function multiplierRange(
  demands: readonly SourceDemand[],
  roots: readonly number[],
): { low: number; high: number } | null {
  let low = Infinity
  let high = 0
  let sum = 0
  demands.forEach((demand, index) => {
    const root = roots[index] ?? 0
    if (root === 0) return
    sum += root
    low = Math.min(low, demand.low / root)
    high = Math.max(high, demand.high / root)
  })
  if (sum === 0) return null
  return { low: Math.max(low, 1e-12) / 2, high: Math.min(high, 1e12) * 2 }
}
