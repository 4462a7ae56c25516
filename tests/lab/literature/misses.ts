import type { WindowedDemand } from '#lib/lab/literature/minimum-missing.ts'

/** Postings that so many polls leave unseen in the plan's eyes: those the first round does not harvest. */
export function plannedMisses({ postings, windowSize }: WindowedDemand, polls: number): number {
  return Math.max(0, postings - polls * Math.max(1, windowSize))
}

/**
 * Postings expected to be lost when they arrive by a Poisson process and `polls` equal gaps divide the period:
 * polls × Σ_k max(0, k − window) · P(k | postings / polls). Shows what the plan of `allocateByHarvest` overlooks.
 */
export function expectedMisses({ postings, windowSize }: WindowedDemand, polls: number): number {
  const mean = postings / polls
  // E max(0, N − W) = μ − W + Σ_{k<W} (W − k)·P(k)
  let chance = Math.exp(-mean)
  let unused = 0
  for (let count = 0; count < windowSize; count++) {
    unused += (windowSize - count) * chance
    chance *= mean / (count + 1)
  }
  return polls * Math.max(0, mean - windowSize + unused)
}
