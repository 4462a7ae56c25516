import { clamp } from '#lib/policy/basics/numeric.ts'
import type { SourceMemory } from './memory.ts'
import type { IntervalBounds } from './mavsync.ts'

/**
 * An interval policy: how long after `now`, the time of the poll, to look again (ms), from what its polls brought; before the bounds.
 * Null, which is not 0: it cannot tell. Infinity: never, so the longest interval. Smaller parameters mean more polls.
 */
export type IntervalRule = (
  memory: SourceMemory,
  now: number,
  parameter: number,
  bounds: IntervalBounds,
) => number | null

/** Keeps an interval within the bounds; the default interval where a rule cannot tell (REI Eq. 4.1, 4.5). */
export function boundedInterval(interval: number | null, bounds: IntervalBounds): number {
  if (interval === null || Number.isNaN(interval)) return bounds.whenUnknown
  return clamp(interval, bounds.shortest, bounds.longest)
}
