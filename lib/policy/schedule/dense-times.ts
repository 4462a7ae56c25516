import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'

/** An hour counts as having at least this part of the mean hour's postings, so that quiet hours still get polls. */
const leastShareOfMean = 0.005

/**
 * Times for many polls a day, without a grid: where gaps are short the optimal density of polls is proportional to the square root of
 * the rate (limit of SC Theorem 3), so polls are put where that density's integral passes (j + phase) / count. From about one poll an
 * hour this is within 1 % of the best grid times. O(count).
 * @param phase in [0, 1): keeps sources with the same pattern apart
 * @returns ascending times in [0, dayLength)
 */
export function denseTimes(pattern: Pattern, count: number, phase: number, dayLength: number): number[] {
  const mean = pattern.reduce((sum, share) => sum + share, 0) / pattern.length
  const floor = mean > 0 ? leastShareOfMean * mean : 1
  const densities = pattern.map((share) => Math.sqrt(Math.max(share, floor)))
  const total = densities.reduce((sum, density) => sum + density, 0)
  const stepLength = dayLength / pattern.length
  const times: number[] = []
  let passed = 0
  let step = 0
  for (let poll = 0; poll < count; poll++) {
    const target = ((poll + phase) / count) * total
    while (step < pattern.length - 1 && passed + (densities[step] ?? 0) <= target)
      passed += densities[step++] ?? 0
    times.push((step + (target - passed) / (densities[step] ?? 1)) * stepLength)
  }
  return times
}

/**
 * Expected mean delay at `pollsPerDay` ≥ 1 polls at the best times: (mean √share)² / mean share × day / (2 · polls). Exact in the
 * limit; for hourly patterns within 10 % at one or two polls a day, 2 % from four.
 */
export function denseDelay(pattern: Pattern, pollsPerDay: number, dayLength: number): number {
  const roots = pattern.reduce((sum, share) => sum + Math.sqrt(share), 0) / pattern.length
  const mean = pattern.reduce((sum, share) => sum + share, 0) / pattern.length
  return !(mean > 0)
    ? dayLength / (2 * pollsPerDay)
    : ((roots * roots) / mean) * (dayLength / (2 * pollsPerDay))
}
