/** Drawn populations of sources for sizes no recorded trace has: the same seed always gives the same postings. */
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, dayStartOf } from '#lib/policy/basics/time.ts'

/** A drawn source: its posting times (ms, ascending), the postings its document shows, and what it was drawn from. */
export type SyntheticSource = {
  readonly sourceId: number
  readonly postingTimes: Float64Array
  readonly windowSize: number
  readonly ratePerDay: number
  /** Shares of its postings by hour of the week from Monday 0 h, 168 numbers that sum to 1. */
  readonly week: Float64Array
}

type SyntheticOptions = {
  readonly sources: number
  readonly seed: number
  /** A UTC midnight. */
  readonly startAt: number
  /** Days of postings; 98 unless told: 14 to learn from and 84 to be judged by. */
  readonly days?: number
  /** Days do not differ beyond the week and chance: rates are as known as rates can be. */
  readonly isPoisson?: boolean
}

type Random = () => number

/** Rates are Pareto distributed between these, postings a day: the counts of the recorded traces have tails of 1.6 to 1.8. */
const lowestRate = 0.1
const highestRate = 100
const tailExponent = 0.7
/** Days differ by a gamma factor of this shape (and mean 1) besides Poisson noise: variance/mean is 1 + daily rate / shape. */
const dayShape = 4
const weekHours = 168
/** Postings in a document: mostly 10 to 15 (SC), median 10 and mean 17 (REI 3.7.2). */
const windowSizes = [5, 10, 10, 10, 15, 15, 20, 25, 50] as const
/** Centres of the working day (UTC hour) of the regions sources live in. */
const regionNoons = [4, 10, 12, 15, 19, 22] as const

/**
 * Draws sources with power-law rates, an hour-of-week pattern of their own (a region's working day, a night, a weekend), windows of
 * usual sizes, and more variance than Poisson. O(sources × (days + postings)).
 * @throws RangeError for counts that are not positive whole numbers, or a start that is no midnight
 */
export function drawSources(options: SyntheticOptions): SyntheticSource[] {
  const { sources, seed, startAt, days = 98, isPoisson = false } = options
  if (!(Number.isInteger(sources) && sources > 0 && Number.isInteger(days) && days > 0)) {
    throw new RangeError(`sources and days must be positive whole numbers, got ${sources} and ${days}`)
  }
  if (!Number.isInteger(seed)) throw new RangeError(`seed must be a whole number, got ${seed}`)
  if (dayStartOf(startAt) !== startAt) throw new RangeError(`startAt must be a UTC midnight, got ${startAt}`)
  const random = seededRandom(seed)
  const drawDay = isPoisson ? () => 1 : () => drawGamma(dayShape, random)
  return Array.from({ length: sources }, (_, index) => drawSource(index + 1, random, drawDay, startAt, days))
}

function drawSource(
  sourceId: number,
  random: Random,
  drawDay: () => number,
  startAt: number,
  days: number,
): SyntheticSource {
  const ratePerDay = drawRate(random)
  const windowSize = windowSizes[Math.floor(random() * windowSizes.length)] ?? 15
  const cumulative = drawWeek(random)
  const times: number[] = []
  for (let day = 0; day < days; day++) {
    const dayStart = startAt + day * DAY_MS
    const firstHour = ((new Date(dayStart).getUTCDay() + 6) % 7) * 24
    const before = cumulative[firstHour] ?? 0
    const after = cumulative[firstHour + 24] ?? 1
    const mean = ratePerDay * 7 * (after - before) * drawDay()
    for (let left = drawPoisson(mean, random); left > 0; left--) {
      times.push(dayStart + timeOfDay(cumulative, firstHour, before + random() * (after - before)))
    }
  }
  const week = Float64Array.from({ length: weekHours }, (_, hour) => {
    return (cumulative[hour + 1] ?? 1) - (cumulative[hour] ?? 0)
  })
  return { sourceId, postingTimes: Float64Array.from(times).sort(), windowSize, ratePerDay, week }
}

/** Inverse of the truncated Pareto distribution. */
function drawRate(random: Random): number {
  const low = lowestRate ** -tailExponent
  const high = highestRate ** -tailExponent
  return (low - random() * (low - high)) ** (-1 / tailExponent)
}

/** Cumulative shares of a week's postings by hour from Monday 0 h: 169 values from 0 to 1. */
function drawWeek(random: Random): Float64Array {
  const noon = (regionNoons[Math.floor(random() * regionNoons.length)] ?? 12) + 2 * random() - 1
  const width = 2 + 4 * random()
  const night = 0.02 + 0.3 * random() ** 2
  const weekend = 0.3 + 0.7 * random()
  const cumulative = new Float64Array(weekHours + 1)
  for (let hour = 0; hour < weekHours; hour++) {
    const away = Math.abs((((hour % 24) + 0.5 - noon + 36) % 24) - 12)
    const share = (night + Math.exp(-0.5 * (away / width) ** 2)) * (hour >= 120 ? weekend : 1)
    cumulative[hour + 1] = (cumulative[hour] ?? 0) + share
  }
  const total = cumulative[weekHours] ?? 1
  return cumulative.map((value) => value / total)
}

/** Whole milliseconds after midnight at which a day's cumulative share is reached. */
function timeOfDay(cumulative: Float64Array, firstHour: number, target: number): number {
  let hour = firstHour
  while (hour < firstHour + 23 && (cumulative[hour + 1] ?? 1) <= target) hour++
  const from = cumulative[hour] ?? 0
  const to = cumulative[hour + 1] ?? 1
  return Math.floor((hour - firstHour + Math.min(0.999999, (target - from) / (to - from))) * HOUR_MS)
}

/** Knuth's product of uniforms, in steps of at most 30 expected postings: exact, O(mean). */
function drawPoisson(mean: number, random: Random): number {
  let count = 0
  for (let left = mean; left > 0; left -= 30) {
    const limit = Math.exp(-Math.min(30, left))
    for (let product = random(); product > limit; product *= random()) count++
  }
  return count
}

/** A gamma number of whole shape and mean 1: the mean of so many exponential ones. */
function drawGamma(shape: number, random: Random): number {
  let product = 1
  for (let part = 0; part < shape; part++) product *= 1 - random()
  return -Math.log(product) / shape
}
