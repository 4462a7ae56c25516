/** At which hours of the (UTC) day does a source post? Patterns are 24 shares that sum to 1. */
import { hourOf } from '#lib/policy/basics/time.ts'

/** A pattern: the share of a day's postings in each UTC hour. */
export type Pattern = readonly number[]

/** Below this many postings an own pattern is noise (SC 4.3): such sources belong to no cluster. */
export const leastPostingsForPattern = 10

/** The postings that the shared pattern is worth against a source's own. From 5 to 20 the replayed delays change by 1 to 4 %. */
const priorPostings = 10

/** One busy source must not set the pattern of all: it counts as this many postings at most. */
const mostPostingsPerSource = 20

export const flatPattern: Pattern = Array.from({ length: 24 }, () => 1 / 24)

/** Postings by UTC hour, 24 counts. */
export function hourCounts(postingTimes: readonly number[]): number[] {
  const counts = Array.from({ length: 24 }, () => 0)
  for (const at of postingTimes) {
    const hour = hourOf(at)
    counts[hour] = (counts[hour] ?? 0) + 1
  }
  return counts
}

/** Counts as shares; the flat pattern when there are none. */
export function sharesOf(counts: readonly number[]): Pattern {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total > 0 ? counts.map((count) => count / total) : flatPattern
}

/** A source's own counts pulled towards a shared pattern, the more the fewer there are; without postings, that pattern. */
export function shrunkPattern(counts: readonly number[], shared: Pattern): Pattern {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count, hour) => (count + priorPostings * (shared[hour] ?? 0)) / (total + priorPostings))
}

/** The pattern of all sources together, pulled towards the flat one by a day of one posting an hour. O(sources). */
export function populationPattern(countsBySource: readonly (readonly number[])[]): Pattern {
  const total = Array.from({ length: 24 }, () => 1)
  for (const counts of countsBySource) {
    const postings = counts.reduce((sum, count) => sum + count, 0)
    const factor = Math.min(1, mostPostingsPerSource / postings)
    if (postings > 0) counts.forEach((count, hour) => (total[hour] = (total[hour] ?? 0) + count * factor))
  }
  return sharesOf(total)
}

/** All articles of all sources in one pot, as the literature reads a population's profile: busy sources set it. */
export function pooledPattern(countsBySource: readonly (readonly number[])[]): Pattern {
  const total = Array.from({ length: 24 }, () => 0)
  for (const counts of countsBySource) {
    counts.forEach((count, hour) => (total[hour] = (total[hour] ?? 0) + count))
  }
  return sharesOf(total)
}

/** A shared pattern with a fifth of the population's in it: an hour without postings in a cluster is still not impossible. */
export function neverZero(shared: Pattern, population: Pattern): Pattern {
  return shared.map((share, hour) => 0.8 * share + 0.2 * (population[hour] ?? 0))
}
