/** Groups of sources that post at the same hours (SC 4.3: K-means on the 24 shares, K = 12). */
import { seededRandom } from '#lib/policy/basics/random.ts'
import type { Pattern } from './hourly-profile.ts'

/** SC 4.3: more only duplicate shapes. */
export const usualClusters = 12
/** Fewer members would make a cluster the mirror of single sources. */
const leastMembers = 8
const sampleSize = 3000
const rounds = 20

/** Sum of the squared differences of two patterns. */
export function squaredDistance(one: Pattern, other: Pattern): number {
  let total = 0
  for (let hour = 0; hour < one.length; hour++) total += ((one[hour] ?? 0) - (other[hour] ?? 0)) ** 2
  return total
}

/** The pattern nearest to the given one, ties to the first; null when there is none to choose from. O(patterns). */
export function nearestPattern(pattern: Pattern, candidates: readonly Pattern[]): Pattern | null {
  let best = null as Pattern | null
  let least = Infinity
  for (const candidate of candidates) {
    const distance = squaredDistance(pattern, candidate)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/**
 * Finds at most `mostClusters` typical patterns by K-means with k-means++ starts from a fixed seed: the same patterns always give the
 * same clusters. Looks at 3,000 evenly picked patterns at most; fewer than `membersAtLeast`
 * patterns make no cluster (SC's 12 clusters, read literally, ask for 1).
 */
export function clusterPatterns(
  patterns: readonly Pattern[],
  { membersAtLeast = leastMembers, mostClusters = usualClusters } = {},
): Pattern[] {
  const stride = Math.max(1, Math.ceil(patterns.length / sampleSize))
  const sample = patterns.filter((_, index) => index % stride === 0)
  let centres = firstCentres(sample, Math.min(mostClusters, Math.floor(sample.length / membersAtLeast)))
  for (let round = 0; round < rounds; round++) centres = movedCentres(sample, centres)
  return centres
}

/** k-means++: each further start is a pattern drawn with a chance in proportion to its squared distance from the nearest start. */
function firstCentres(sample: readonly Pattern[], count: number): Pattern[] {
  const random = seededRandom(1)
  const centres: Pattern[] = []
  const distances = sample.map(() => 1)
  while (centres.length < count) {
    let left = random() * distances.reduce((sum, distance) => sum + distance, 0)
    const drawn = distances.findIndex((distance) => (left -= distance) < 0)
    const centre = sample[drawn]
    if (centre === undefined) break // all patterns are already centres
    centres.push(centre)
    sample.forEach((pattern, index) => {
      const distance = squaredDistance(pattern, centre)
      distances[index] = centres.length === 1 ? distance : Math.min(distances[index] ?? 0, distance)
    })
  }
  return centres
}

function movedCentres(sample: readonly Pattern[], centres: readonly Pattern[]): Pattern[] {
  const sums = new Map(centres.map((centre) => [centre, { members: 0, total: centre.map(() => 0) }]))
  for (const pattern of sample) {
    const sum = sums.get(nearestPattern(pattern, centres) ?? pattern)
    if (sum === undefined) continue
    sum.members++
    pattern.forEach((share, hour) => (sum.total[hour] = (sum.total[hour] ?? 0) + share))
  }
  return centres.map((centre) => {
    const sum = sums.get(centre)
    return sum === undefined || sum.members === 0 ? centre : sum.total.map((share) => share / sum.members)
  })
}
