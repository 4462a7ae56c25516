import { clusterPatterns, nearestPattern, usualClusters } from '#lib/policy/estimate/clusters.ts'
import {
  hourCounts,
  leastPostingsForPattern,
  pooledPattern,
  sharesOf,
  type Pattern,
} from '#lib/policy/estimate/hourly-profile.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** The hours of all sources as SC 4.3 learns them; good for a week. */
export type SharedPatterns = {
  /** Centre of each source's cluster by source id; absent: too few postings to belong to one. */
  readonly clusterOf: ReadonlyMap<number, Pattern>
  /** Of all postings together: for sources without a cluster. */
  readonly population: Pattern
}

/**
 * Groups sources with at least 10 postings by their hours (K-means, K = 12 unless told); a cluster's centre stands for each member's pattern
 * (SC 4.3, read literally: centres are not pulled towards anything). Members share one array, so schedules are found once per cluster.
 */
export function learnSharedPatterns(
  histories: readonly SourceHistory[],
  mostClusters = usualClusters,
): SharedPatterns {
  const counts = histories.map(({ postingTimes }) => hourCounts(postingTimes))
  const shares = counts.map((hours) => (sumOf(hours) >= leastPostingsForPattern ? sharesOf(hours) : null))
  const centres = clusterPatterns(
    shares.filter((pattern) => pattern !== null),
    { membersAtLeast: 1, mostClusters },
  )
  const clusterOf = new Map<number, Pattern>()
  histories.forEach(({ sourceId }, index) => {
    const own = shares[index] ?? null
    const centre = own === null ? null : nearestPattern(own, centres)
    if (centre !== null) clusterOf.set(sourceId, centre)
  })
  return { clusterOf, population: pooledPattern(counts) }
}
