import { expect, test } from 'vitest'
import { clusterPatterns, nearestPattern, squaredDistance } from '#lib/policy/estimate/clusters.ts'
import {
  flatPattern,
  hourCounts,
  populationPattern,
  sharesOf,
  shrunkPattern,
} from '#lib/policy/estimate/hourly-profile.ts'
import { evidenceOf, fitRatePrior, shrunkRate } from '#lib/policy/estimate/rate.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { phaseOf, seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { buildHistory, monday, officePattern } from './builders.ts'

/** The number of postings that a Poisson source of this mean shows. */
function drawCount(random: () => number, mean: number): number {
  let count = 0
  let product = random()
  for (const limit = Math.exp(-mean); product > limit; count++) product *= random()
  return count
}

test('the prior of a population with Gamma rates is found again', () => {
  const random = seededRandom(4)
  // Shape 1: exponential rates with mean 0.5 a day.
  const population = Array.from({ length: 2000 }, () => {
    const days = 3 + 11 * random()
    return { postings: drawCount(random, days * -0.5 * Math.log(1 - random())), days }
  })
  const prior = fitRatePrior(population)
  expect(prior.shape).toBeGreaterThan(0.85)
  expect(prior.shape).toBeLessThan(1.15)
  expect(prior.shape / prior.days).toBeGreaterThan(0.45)
  expect(prior.shape / prior.days).toBeLessThan(0.55)
})

test('with no, one or only silent sources the prior is sensible: silence for 14 days is a posting in a month or two', () => {
  const silent = { postings: 0, days: 14 }
  for (const population of [[], [silent], [{ postings: 3000, days: 14 }], [{ postings: 0, days: 0 }]]) {
    const daysPerPosting = 1 / shrunkRate(silent, fitRatePrior(population))
    expect(daysPerPosting).toBeGreaterThan(20)
    expect(daysPerPosting).toBeLessThan(300)
  }
  expect(shrunkRate(silent, fitRatePrior(Array.from({ length: 500 }, () => silent)))).toBeGreaterThan(0)
})

test('the first document opens its own span: fifteen hourly postings are fourteen gaps', () => {
  const postingTimes = Array.from({ length: 15 }, (_, index) => monday - (14 - index) * HOUR_MS)
  const history = buildHistory(1, 0, { postingTimes, knownSince: monday - 14 * HOUR_MS })
  const evidence = evidenceOf(history, monday)
  expect(evidence).toEqual({ postings: 14, days: 14 / 24 })
})

test('evidence ends at the last poll, spans 14 days at most and never looks ahead', () => {
  const history = buildHistory(1, 2)
  expect(evidenceOf(history, monday)).toEqual({ postings: 28, days: 14 })
  expect(evidenceOf({ ...history, knownUntil: monday - 7 * DAY_MS }, monday)).toEqual({
    postings: 14,
    days: 7,
  })
  expect(evidenceOf({ ...history, knownSince: monday - 90 * DAY_MS }, monday)).toEqual({
    postings: 28,
    days: 14,
  })
  expect(evidenceOf(history, monday - 13 * DAY_MS)).toEqual({ postings: 2, days: 1 })
  expect(evidenceOf({ ...history, knownSince: monday }, monday)).toEqual({ postings: 0, days: 0 })
})

test('patterns are shares: own hours pulled to the shared ones, the more the fewer postings there are', () => {
  const counts = hourCounts([monday + 9 * HOUR_MS, monday + DAY_MS + 9.99 * HOUR_MS, monday + 23 * HOUR_MS])
  expect([counts[9], counts[23], sumOf(counts)]).toEqual([2, 1, 3])
  expect(sharesOf(counts.map(() => 0))).toEqual(flatPattern)
  expect(
    shrunkPattern(
      counts.map(() => 0),
      officePattern,
    ),
  ).toEqual(officePattern)
  const distances = [1, 10, 100].map((times) =>
    squaredDistance(
      shrunkPattern(
        counts.map((c) => c * times),
        officePattern,
      ),
      sharesOf(counts),
    ),
  )
  expect(distances).toEqual([...distances].sort((a, b) => b - a))
  expect(sumOf(shrunkPattern(counts, officePattern))).toBeCloseTo(1, 12)
})

test('one busy source does not set the pattern of all', () => {
  const busy = flatPattern.map((_, hour) => (hour === 3 ? 10_000 : 0))
  const others = Array.from({ length: 20 }, () => officePattern.map((share) => share * 16))
  const pattern = populationPattern([busy, ...others])
  expect(pattern[3]).toBeLessThan(0.1)
  expect(sumOf(pattern)).toBeCloseTo(1, 12)
  expect(Math.min(...pattern)).toBeGreaterThan(0)
})

test('clusters find the groups of a population, alike every time; a few sources make none', () => {
  const random = seededRandom(8)
  const hours = [2, 8, 14, 20]
  const patterns = Array.from({ length: 200 }, (_, index) => {
    const centre = hours[index % 4] ?? 0
    return sharesOf(hourCounts(Array.from({ length: 60 }, () => monday + (centre + 2 * random()) * HOUR_MS)))
  })
  const clusters = clusterPatterns(patterns)
  expect(clusters).toEqual(clusterPatterns(patterns))
  expect(clusters).toHaveLength(12)
  for (const pattern of patterns) {
    const nearest = nearestPattern(pattern, clusters)
    expect(nearest === null ? 1 : squaredDistance(pattern, nearest)).toBeLessThan(0.05)
  }
  expect(clusterPatterns(patterns.slice(0, 7))).toEqual([])
  expect(clusterPatterns(patterns, { mostClusters: 4 })).toHaveLength(4)
  expect(clusterPatterns(patterns.slice(0, 4), { membersAtLeast: 1 })).toHaveLength(4)
  expect(clusterPatterns(Array.from({ length: 50 }, () => officePattern))).toContainEqual(officePattern)
  expect(nearestPattern(officePattern, [])).toBeNull()
})

test('phases spread evenly, whatever run of ids', () => {
  for (const first of [1, 1000, 123_456]) {
    const bins = new Set(Array.from({ length: 100 }, (_, index) => Math.floor(phaseOf(first + index) * 20)))
    expect(bins.size).toBe(20)
  }
})
