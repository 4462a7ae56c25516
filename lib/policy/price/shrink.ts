/** Pulls counts towards what is expected of them, as strongly as their own postings, each left out in turn, say it predicts best. */

/** How many postings the expectation may be worth; the last leaves the counts out altogether. */
const strengths = [1, 3, 10, 30, 100, 300, 1000, 1e9] as const

/** What was counted on a circle of bins (hours, slots, weekdays), and what was to be expected. */
export type Binned = {
  readonly counts: ArrayLike<number>
  /** Shares of the bins, expected without the counts; they sum to 1. */
  readonly shares: Float64Array
  /** Postings that the shares let expect in the time that was looked at; they sum to the counts. An hour never looked at: 0. */
  readonly expected: Float64Array
}

/**
 * New shares of the bins. For each strength k the estimate of a bin is (n + k · share) / (w + k): n counted, and w what would have been
 * counted, had all postings fallen into it (with all bins looked at alike: N for each). What a k is worth is the likelihood of every
 * counted posting under the estimate made without it, and the estimates are averaged by their likelihoods: taking the best alone
 * lengthened the mean delay by 5 % in replays.
 * @param isSmooth whether a posting also counts, by a quarter each, for the bins beside its own
 * @returns shares that sum to 1
 */
export function shrinkByPrediction({ counts, shares, expected }: Binned, isSmooth: boolean): Float64Array {
  const whole = shares.map((share, bin) => (share > 0 ? (expected[bin] ?? 0) / share : 0))
  const own = isSmooth ? smoothed(counts) : Float64Array.from(counts)
  const room = isSmooth ? smoothed(whole) : whole
  const total = sumOf(own)
  const others = total > 1 ? (total - 1) / total : 0
  const ownPart = isSmooth ? 0.5 : 1
  const likelihoods = strengths.map((strength) => {
    let likelihood = 0
    for (let bin = 0; bin < shares.length; bin++) {
      const count = counts[bin] ?? 0
      if (count === 0) continue
      const without = Math.max(0, (own[bin] ?? 0) - ownPart * Math.min(1, count))
      const estimate = (without + strength * (shares[bin] ?? 0)) / (others * (room[bin] ?? 0) + strength)
      likelihood += count * Math.log(estimate)
    }
    return likelihood
  })
  const best = Math.max(...likelihoods)
  const averaged = new Float64Array(shares.length)
  strengths.forEach((strength, index) => {
    const weight = Math.exp((likelihoods[index] ?? -Infinity) - best)
    const estimate = toShares(
      shares.map((share, bin) => ((own[bin] ?? 0) + strength * share) / ((room[bin] ?? 0) + strength)),
    )
    for (let bin = 0; bin < averaged.length; bin++)
      averaged[bin] = (averaged[bin] ?? 0) + weight * (estimate[bin] ?? 0)
  })
  return toShares(averaged)
}

/** Each bin half its own, a quarter each from its neighbours, around the circle. */
export function smoothed(bins: ArrayLike<number>): Float64Array {
  const { length } = bins
  return Float64Array.from({ length }, (_, bin) => {
    const [before, after] = [bins[(bin + length - 1) % length] ?? 0, bins[(bin + 1) % length] ?? 0]
    return 0.5 * (bins[bin] ?? 0) + 0.25 * (before + after)
  })
}

/** Divides by the sum, in place. */
export function toShares(bins: Float64Array): Float64Array {
  const total = sumOf(bins)
  for (let bin = 0; bin < bins.length; bin++) bins[bin] = (bins[bin] ?? 0) / total
  return bins
}

/** The sum of a typed array. */
export function sumOf(bins: Float32Array | Float64Array): number {
  let total = 0
  for (const value of bins) total += value
  return total
}
