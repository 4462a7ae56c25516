/** The time for which a source may be left alone before its document shows fewer postings than came: those that fall out are lost for ever. */
import { clamp } from '#lib/policy/basics/numeric.ts'
import { DAY_MS, HOUR_MS, dayStartOf, hourOf } from '#lib/policy/basics/time.ts'

type OverflowQuestion = {
  /** Expected postings a day. */
  readonly ratePerDay: number
  /** Variance of the number of postings between two polls, as a multiple of its mean; 1 (the default) is Poisson, bursts make it more. */
  readonly dispersion?: number
  /** Postings the document shows. */
  readonly windowSize: number
  /** Greatest chance of losing a posting between two polls, above 0 and below 1. */
  readonly risk: number
}

/** Windows beyond this many postings are as safe as this one, and cheaper to reckon with. */
const largestWindow = 5_000
const halvings = 40

/**
 * The longest time between two polls, in ms, in which more than `windowSize` postings come with a chance of at most `risk`: postings are
 * Poisson, or negative binomial with the same mean and `dispersion` times its variance. `Infinity` when nothing is ever posted. A window
 * of 0 counts as 1. Proportional to 1 / `ratePerDay`; answers for a window are remembered, a new one takes O(windowSize).
 * @throws RangeError for a negative rate or window, a dispersion below 1, a risk that is none
 */
export function longestSafeInterval({
  ratePerDay,
  dispersion = 1,
  windowSize,
  risk,
}: OverflowQuestion): number {
  if (!(ratePerDay >= 0)) throw new RangeError(`ratePerDay must be at least 0, got ${ratePerDay}`)
  const postings = safePostings({ dispersion, windowSize, risk })
  return ratePerDay === 0 ? Infinity : (postings / ratePerDay) * DAY_MS
}

const remembered = new Map<string, number>()
const mostRemembered = 10_000

/**
 * The greatest expected number of postings at which more than `windowSize` of them come with a chance of at most `risk`. For Poisson it is
 * half the `risk` quantile of χ² with 2 (windowSize + 1) degrees of freedom: 4.77 of a window of 10 at 1 %.
 * @throws RangeError as `longestSafeInterval`
 */
export function safePostings({
  dispersion = 1,
  windowSize,
  risk,
}: Omit<OverflowQuestion, 'ratePerDay'>): number {
  if (!(windowSize >= 0)) throw new RangeError(`windowSize must be at least 0, got ${windowSize}`)
  if (!(dispersion >= 1 && dispersion < Infinity))
    throw new RangeError(`dispersion must be at least 1, got ${dispersion}`)
  if (!(risk > 0 && risk < 1)) throw new RangeError(`risk must lie between 0 and 1, got ${risk}`)
  const window = clamp(Math.floor(windowSize), 1, largestWindow)
  const key = `${window} ${dispersion} ${risk}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const found = greatestMean(window, dispersion, risk)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(key, found)
  return found
}

function greatestMean(window: number, dispersion: number, risk: number): number {
  let low = 0
  let high = window + 1
  while (overflowChance(high, dispersion, window) <= risk) high *= 2
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2
    if (overflowChance(middle, dispersion, window) <= risk) low = middle
    else high = middle
  }
  return low
}

/**
 * The chance that more than `window` postings come where `mean` are expected. Negative binomial in the form whose variance is `dispersion`
 * times the mean whatever the interval (size mean / (dispersion − 1)); in logarithms, for e^−mean is 0 from 746 on.
 */
export function overflowChance(mean: number, dispersion: number, window: number): number {
  const excess = dispersion - 1
  let logChance = excess < 1e-9 ? -mean : (-mean / excess) * Math.log(dispersion)
  let within = 0
  for (let count = 0; count <= window; count++) {
    within += Math.exp(logChance)
    logChance += Math.log((mean + count * excess) / ((count + 1) * dispersion))
  }
  return clamp(1 - within, 0, 1)
}

/**
 * The instant after `from` by which `postings` are expected of a source whose day looks like `pattern` (shares of 24 UTC hours; empty is
 * flat). `Infinity` when nothing is posted. Whole days are skipped: O(48).
 */
export function instantOfExpected(
  from: number,
  postings: number,
  ratePerDay: number,
  pattern: readonly number[],
): number {
  if (!(ratePerDay > 0)) return Infinity
  const shareOf = (hour: number): number => pattern[hour] ?? 1 / 24
  const days = Math.floor(postings / ratePerDay)
  let left = postings / ratePerDay - days
  let at = from + days * DAY_MS
  for (let hours = 0; hours < 26; hours++) {
    const share = shareOf(hourOf(at))
    const hourEnd = dayStartOf(at) + (hourOf(at) + 1) * HOUR_MS
    const inHour = (share * (hourEnd - at)) / HOUR_MS
    if (inHour >= left) return share > 0 ? at + (left / share) * HOUR_MS : at
    left -= inHour
    at = hourEnd
  }
  return at
}
