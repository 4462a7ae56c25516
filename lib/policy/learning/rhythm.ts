/**
 * Regular and bursty publishers: how likely the next posting is, by how much was expected since the last one. Time is measured in expected
 * postings, so that a Poisson source has factor 1 throughout, whatever its rate and pattern (time rescaling: the gaps are Exp(1)).
 */

/** Bounds of the bins of expected postings since the last one. */
const bounds = [0, 0.01, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 1.6, 2, 3, 5, 8, Infinity] as const
export const rhythmBins = bounds.length - 1
/** Kinds of publishers: 0 while unknown, then from the most regular to the most bursty. */
export const rhythmKinds = 7
/** Mean logarithm of a gap over its mean: 0 for perfect regularity, -0.577 for Poisson, less for bursts. */
const kindBounds = [-0.3, -0.45, -0.7, -1.1, -1.8] as const
/** Gaps are forgotten by this factor from one to the next: about the last 50 count. */
const gapMemory = 0.98
/** Below this many gaps nothing is said of a source. */
const leastGaps = 5
/** A gap of nothing (postings of one second) counts as this much. */
const shortestGap = 1e-3
/** A factor begins at 1 as if so many postings had come as expected. */
const priorPostings = 20

/** Faded sums over the gaps between postings, in expected postings. */
export type Gaps = { readonly count: number; readonly sum: number; readonly logarithms: number }

/** Postings expected and found by bin, while the source counted as of one kind. */
export type RhythmTally = {
  readonly kind: number
  readonly expected: Float64Array
  readonly found: Float64Array
}

/** Factors on the intensity by kind and bin. */
export type Rhythms = readonly (readonly number[])[]

export const noGaps: Gaps = { count: 0, sum: 0, logarithms: 0 }
export const evenRhythms: Rhythms = Array.from({ length: rhythmKinds }, () =>
  Array.from({ length: rhythmBins }, () => 1),
)

/** An empty tally for a kind. */
export function emptyTally(kind: number): RhythmTally {
  return { kind, expected: new Float64Array(rhythmBins), found: new Float64Array(rhythmBins) }
}

/** The sums with one gap more. */
export function gapsWith({ count, sum, logarithms }: Gaps, gap: number): Gaps {
  return {
    count: count * gapMemory + 1,
    sum: sum * gapMemory + gap,
    logarithms: logarithms * gapMemory + Math.log(Math.max(gap, shortestGap)),
  }
}

/** The kind of publisher that the gaps so far speak for. */
export function kindOf({ count, sum, logarithms }: Gaps): number {
  if (count < leastGaps || sum <= 0) return 0
  const regularity = logarithms / count - Math.log(sum / count)
  const index = kindBounds.findIndex((bound) => regularity > bound)
  return index < 0 ? rhythmKinds - 1 : index + 1
}

/** The bin of so many expected postings since the last one. */
export function binOf(expected: number): number {
  let bin = 0
  while (expected >= (bounds[bin + 1] ?? Infinity)) bin++
  return bin
}

/** Adds the time between two values of "expected since the last posting" to a tally, in place, and a posting at its end. */
export function addToTally(tally: RhythmTally, from: number, until: number, endsInPosting: boolean): void {
  for (let bin = binOf(from); bin < rhythmBins && (bounds[bin] ?? Infinity) < until; bin++) {
    const part = Math.min(until, bounds[bin + 1] ?? Infinity) - Math.max(from, bounds[bin] ?? 0)
    tally.expected[bin] = (tally.expected[bin] ?? 0) + part
  }
  const last = binOf(until)
  if (endsInPosting) tally.found[last] = (tally.found[last] ?? 0) + 1
}

/**
 * Learns the factors from the tallies of all sources, one after the other. A tally was made after its source had been put into its kind:
 * were the kind chosen by the same gaps, chance regularity would pass for real.
 */
export function startRhythms(): {
  readonly add: (tally: RhythmTally) => void
  readonly finish: () => Rhythms
} {
  const sums = Array.from({ length: rhythmKinds }, (_, kind) => emptyTally(kind))
  return {
    add: ({ kind, expected, found }) => {
      const sum = sums[kind]
      if (sum === undefined) return
      for (let bin = 0; bin < rhythmBins; bin++) {
        sum.expected[bin] = (sum.expected[bin] ?? 0) + (expected[bin] ?? 0)
        sum.found[bin] = (sum.found[bin] ?? 0) + (found[bin] ?? 0)
      }
    },
    finish: () =>
      sums.map(({ expected, found }) =>
        Array.from(
          found,
          (postings, bin) => (postings + priorPostings) / ((expected[bin] ?? 0) + priorPostings),
        ),
      ),
  }
}
