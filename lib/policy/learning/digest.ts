/** The part of a source's memory that a planning needs: a tenth of it, so that the memories of many sources need not be there at once. */
import { curveOf, rootsOf } from './curve.ts'
import { averagesAfter, rateOf } from './rates.ts'
import { hoursOfWeek } from './week.ts'
import type { Digest, Population, PriceMemory } from './learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** The digest of a memory at an instant, of a source whose readers are there so much; null: always. */
export function digestOf(
  { averages, pattern, countedUntil }: PriceMemory,
  presence: Presence | null,
  now: number,
): Digest {
  const averagesNow = averagesAfter(averages, curveOf(pattern), countedUntil, now, [])
  return { averages, averagesNow, hoursOfDay: hoursOfDay(pattern.hours), ...rootsOf(pattern, presence) }
}

/** Postings a day expected at the instant of the digest: `rateNow` of its memory. */
export function digestedRate({ averagesNow }: Digest, { prior, trust }: Pick<Population, 'prior' | 'trust'>) {
  return rateOf(averagesNow, prior, trust)
}

function hoursOfDay(hours: Float32Array): number[] {
  const shares = Array.from({ length: 24 }, () => 0)
  hours.forEach((intensity, hour) => {
    shares[hour % 24] = (shares[hour % 24] ?? 0) + intensity / hoursOfWeek
  })
  return shares
}
