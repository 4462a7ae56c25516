/** The polls that the bounds of intervals leave of those that a price asks for, or add to them, where the hours are known. */
import { bisectLog } from './numeric.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** With so many times the polls that take place, every hour is at its least interval. */
const mostAsked = 1e6
/** With so much less asked for than the greatest staleness makes, it makes them all. */
const beneathStaleness = 10
/** Fewer are not told to be missing: rounding. */
const exactness = 1e-9

/**
 * The polls a day that take place where so many are asked for: hours get them in proportion to their roots, but one in each least interval at
 * most, and what busy hours ask for beyond it is not polled at another time. Where the hours to come would bring none within the greatest
 * staleness, one comes then. All that is asked for where no hour is bound. O(hours + staleness in hours).
 * @param roots √(postings · how much a minute counts) of each hour of a day or week, in any unit
 */
export function boundedPolls(
  roots: ArrayLike<number>,
  asked: number,
  minIntervalMs: number,
  maxStalenessMs = Infinity,
): number {
  if (asked <= 0) return 0 // nobody waits for it
  const most = DAY_MS / minIntervalMs
  const least = DAY_MS / maxStalenessMs
  let sum = 0
  for (let hour = 0; hour < roots.length; hour++) sum += roots[hour] ?? 0
  if (sum <= 0) return Math.min(Math.max(asked, least), most)
  const scale = (asked * roots.length) / sum
  const ahead = Math.min(roots.length, Math.max(1, Math.round(maxStalenessMs / HOUR_MS)))
  let held = 0
  let isBound = false
  let coming = 0
  for (let hour = 0; hour < ahead; hour++) coming += scale * (roots[hour] ?? 0)
  for (let hour = 0; hour < roots.length; hour++) {
    const polls = scale * (roots[hour] ?? 0)
    const isStale = coming / ahead < least * (1 - exactness)
    if (isStale || polls > most * (1 + exactness)) isBound = true
    held += Math.min(most, isStale ? least : polls)
    coming += scale * ((roots[(hour + ahead) % roots.length] ?? 0) - (roots[hour] ?? 0))
  }
  return isBound ? held / roots.length : asked
}

/**
 * The reverse of `boundedPolls`: what was asked for where so many take place, and the least that may have been, where the greatest staleness
 * made polls by itself. O(hours + staleness in hours).
 */
export function askedPolls(
  roots: ArrayLike<number>,
  held: number,
  minIntervalMs: number,
  maxStalenessMs = Infinity,
): number {
  const enough = held * (1 - exactness)
  if (held <= 0) return held
  const lacks = (asked: number) => boundedPolls(roots, asked, minIntervalMs, maxStalenessMs) - enough
  if (lacks(held) < 0) return bisectLog(lacks, held, held * mostAsked)
  const least = Math.min(held, DAY_MS / maxStalenessMs / beneathStaleness)
  if (least <= 0 || lacks(held * (1 - 2 * exactness)) < 0) return held
  return lacks(least) >= 0 ? least : bisectLog(lacks, least, held)
}

/** The roots of a day's pattern. */
export function rootsOfDay(pattern: readonly number[]): number[] {
  return pattern.map(Math.sqrt)
}
