import { expectedDelayMs, type Polling } from '#lib/policy/schedule/predict-delay.ts'
import type { PreviewedPlan } from './share-plans.ts'

/** A source whose expected delay changes. */
export type DelayChange = {
  readonly sourceId: number
  readonly nowMs: number
  readonly thenMs: number
  /** The worth of that: each minute saved counted by the source's weight and postings; below 0 where it loses. */
  readonly gain: number
}

/** Polls a day of plans in their order, before and after a change, and the weights that the change is counted by. */
export type Moved = {
  readonly weights: Float64Array
  readonly now: Float64Array
  readonly then: Float64Array
}

/**
 * The sources that gain most by other polls, and those that lose most, at most `count` of each, the most first and equal ones by their ids.
 * Only what is among them is kept: sorting 100,000 took most of the time. O(n · count) at worst.
 */
export function mostChanged(
  plans: readonly PreviewedPlan[],
  settings: Polling,
  { weights, now, then }: Moved,
  count: number,
): { readonly gainers: readonly DelayChange[]; readonly losers: readonly DelayChange[] } {
  const [gainers, losers]: [DelayChange[], DelayChange[]] = [[], []]
  for (const [index, { sourceId, hours, ratePerDay }] of plans.entries()) {
    const pollsNow = now[index] ?? 0
    const pollsThen = then[index] ?? 0
    const weight = weights[index] ?? 0
    if (weight === 0 || pollsNow === pollsThen) continue
    const nowMs = expectedDelayMs(hours, settings, pollsNow)
    const thenMs = expectedDelayMs(hours, settings, pollsThen)
    const gain = (nowMs - thenMs) * weight * ratePerDay
    if (gain !== 0) keepMost(gain > 0 ? gainers : losers, { sourceId, nowMs, thenMs, gain }, count)
  }
  return { gainers, losers }
}

/** Puts a move among the greatest, in their order. */
function keepMost(most: DelayChange[], move: DelayChange, count: number): void {
  const last = most.at(-1)
  if (most.length === count && last !== undefined && !isBefore(move, last)) return
  const place = most.findIndex((other) => isBefore(move, other))
  most.splice(place === -1 ? most.length : place, 0, move)
  if (most.length > count) most.pop()
}

function isBefore(one: DelayChange, other: DelayChange): boolean {
  const a = Math.abs(one.gain)
  const b = Math.abs(other.gain)
  return a > b || (a === b && one.sourceId < other.sourceId)
}
