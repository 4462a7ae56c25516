import { integralsAt, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'

/**
 * Improves a schedule off the grid until Theorem 3 holds: each time moves against g = dD/dτ = ∫ λ over the gap before it
 * − λ(τ) · the gap after it (SC's iterative refinement). Finds the nearest stationary point: start off the symmetric ones. For smooth
 * rates; `step` 0.02 / count suits rates about 2 per period.
 * @returns ascending times, modulo the period, with |g| < tolerance, or the last ones after 100,000 rounds
 */
export function refineTimes(
  rate: PostingRate,
  start: readonly number[],
  step: number,
  tolerance = 1e-10,
): number[] {
  let times = [...start]
  for (let round = 0; round < 100_000; round++) {
    const slopes = times.map((time, index) => {
      const earlier = index > 0 ? (times[index - 1] ?? 0) : (times.at(-1) ?? 0) - rate.period
      const later = times[index + 1] ?? (times[0] ?? 0) + rate.period
      return slopeAt(rate, earlier, time, later)
    })
    if (slopes.every((slope) => Math.abs(slope) < tolerance)) break
    times = times.map((time, index) => time - step * (slopes[index] ?? 0))
  }
  return times
    .map((time) => time - Math.floor(time / rate.period) * rate.period)
    .sort((one, other) => one - other)
}

function slopeAt(rate: PostingRate, earlier: number, time: number, later: number): number {
  const periods = 1 + Math.ceil(Math.abs(earlier) / rate.period) // integrals count from 0
  const shift = periods * rate.period
  const before = integralsAt(rate, time + shift).postings - integralsAt(rate, earlier + shift).postings
  const phase = time - Math.floor(time / rate.period) * rate.period
  return before - rate.rateAt(phase) * (later - time)
}
