/** What the least interval leaves of the polls that a price asks for, where the hours are known. */
import { bisectLog } from './numeric.ts'
import { DAY_MS } from './time.ts'

/** With so many times the polls that take place, every hour is at its least interval. */
const mostAsked = 1e6
/** Fewer are not told to be missing: rounding. */
const exactness = 1e-9

/**
 * The polls a day that take place where so many are asked for: hours get them in proportion to their roots, but one in each least interval at
 * most, and what busy hours ask for beyond it is not polled at another time. All that is asked for where no hour is held back. O(hours).
 * @param roots √(postings · how much a minute counts) of each hour of a day or week, in any unit
 */
export function heldPolls(roots: ArrayLike<number>, asked: number, minIntervalMs: number): number {
  const most = DAY_MS / minIntervalMs
  let sum = 0
  for (let hour = 0; hour < roots.length; hour++) sum += roots[hour] ?? 0
  if (sum <= 0) return Math.min(asked, most)
  const scale = (asked * roots.length) / sum
  let [held, isHeld] = [0, false]
  for (let hour = 0; hour < roots.length; hour++) {
    const polls = scale * (roots[hour] ?? 0)
    if (polls > most * (1 + exactness)) isHeld = true
    held += Math.min(most, polls)
  }
  return isHeld ? held / roots.length : asked
}

/** The reverse of `heldPolls`: what was asked for where so many take place. O(hours). */
export function askedPolls(roots: ArrayLike<number>, held: number, minIntervalMs: number): number {
  const enough = held * (1 - exactness)
  if (held <= 0 || heldPolls(roots, held, minIntervalMs) >= enough) return held
  return bisectLog((asked) => heldPolls(roots, asked, minIntervalMs) - enough, held, held * mostAsked)
}

/** The roots of a day's pattern. */
export function rootsOfDay(pattern: readonly number[]): number[] {
  return pattern.map(Math.sqrt)
}
