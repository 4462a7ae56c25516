/** The rate at which a source posts, per day (or per any unit of time the caller keeps to). */
import { bisectLog, digamma } from '#lib/policy/basics/numeric.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** The observations of a source: so many postings in so many days. */
export type Evidence = { readonly postings: number; readonly days: number }

/** The prior of a rate: Gamma distributed, as if `shape` postings had been seen in `days` days. */
export type RatePrior = { readonly shape: number; readonly days: number }

/** SC 4.2: longer windows neither help nor hurt, rates are stable over three months. */
export const learningWindowDays = 14

/** Fits of the prior look at this many sources at most, evenly picked: more would only cost time. */
const sampleSize = 2000

/**
 * Imaginary sources that belong to every population, so that the fit exists for one source, for none, and for sources that
 * never posted: a typical reading list over 14 days, half of it at most a posting a week, one source several times a day.
 */
const imaginarySources: readonly Evidence[] = [0, 0, 1, 2, 3, 6, 14, 60].map((postings) => ({
  postings,
  days: 14,
}))

/** The estimate of a rate: the mean of the Gamma prior after the evidence. Never 0, also for a source never seen to post. */
export function shrunkRate({ postings, days }: Evidence, prior: RatePrior): number {
  return (postings + prior.shape) / (days + prior.days)
}

/**
 * Counts a source's postings in the learning window that ends when it was last known. When the evidence begins at a posting
 * (the oldest of the first document), that one opens the span and is not counted: n postings span n − 1 gaps.
 */
export function evidenceOf(history: SourceHistory, now: number): Evidence {
  const until = Math.min(now, history.knownUntil ?? now)
  const since = Math.max(history.knownSince, until - learningWindowDays * DAY_MS)
  if (since >= until) return { postings: 0, days: 0 }
  let postings = 0
  for (const at of history.postingTimes) if (at >= since && at <= until) postings++
  // Within the ms: stores may keep instants finer than they tell them.
  const opensSpan = postings > 0 && Math.floor(history.postingTimes[0] ?? 0) === Math.floor(since)
  return { postings: opensSpan ? postings - 1 : postings, days: (until - since) / DAY_MS }
}

/**
 * Fits the Gamma prior to the population's counts by maximum likelihood (counts are then negative binomial): for each shape the
 * best `days` (inner root), then the shape where the likelihood's slope is 0. Shape is kept within 0.05 and 20.
 * O(sample × 60²) in cheap steps, however many sources there are.
 */
export function fitRatePrior(population: readonly Evidence[]): RatePrior {
  const stride = Math.max(1, Math.ceil(population.length / sampleSize))
  const sample = imaginarySources.concat(
    population.filter((source, index) => index % stride === 0 && source.days > 0),
  )
  const shape = bisectLog(
    (candidate) => -likelihoodSlope(sample, candidate, bestDays(sample, candidate)),
    0.05,
    20,
  )
  return { shape, days: bestDays(sample, shape) }
}

function bestDays(sample: readonly Evidence[], shape: number): number {
  const slope = (days: number): number => {
    let total = 0
    for (const source of sample) total += (source.postings + shape) / (days + source.days) - shape / days
    return total
  }
  return bisectLog(slope, 1e-3, 1e4)
}

function likelihoodSlope(sample: readonly Evidence[], shape: number, days: number): number {
  let total = -sample.length * digamma(shape)
  for (const source of sample)
    total += digamma(source.postings + shape) + Math.log(days / (days + source.days))
  return total
}
