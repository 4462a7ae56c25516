import { DAY_MS, HOUR_MS, MINUTE_MS, hourOf, weekdayOf } from '#lib/policy/basics/time.ts'

/** The hints of a publisher. Absent: none. */
export type PublisherHints = {
  /** RSS `ttl`, in minutes. Two thirds say 10 and post far less: a wish, no forecast. */
  readonly ttlMinutes?: number
  /** HTTP `Cache-Control: max-age`, in seconds. */
  readonly maxAgeSeconds?: number
  /** sy:updatePeriod and sy:updateFrequency as one interval, in ms: not studied anywhere, so taken like `ttl`. */
  readonly updatePeriodMs?: number
  /** RSS `skipHours`, 0 to 23, and `skipDays`, 0 is Sunday; UTC. */
  readonly skipHours?: readonly number[]
  readonly skipDays?: readonly number[]
}

/**
 * The earliest next poll that pleases a publisher: at the end of ttl and max-age, or when the hours and days to be skipped are over,
 * whichever comes last; never later than `longestMs` after the last poll, as hints can be forgotten or wrong. To be used as a lower
 * bound (`PollFacts.notBefore`), for slow sources: as the interval itself it multiplies polls by 50 (REI 5.2). Hours or days that are all
 * skipped would mean never, so they are ignored, like numbers that are none.
 */
export function earliestByHints(lastPollAt: number, hints: PublisherHints, longestMs: number): number {
  const latest = lastPollAt + longestMs
  const hours = skipped(hints.skipHours, 24)
  const days = skipped(hints.skipDays, 7)
  let at =
    lastPollAt +
    Math.max(
      lengthOf(hints.ttlMinutes, MINUTE_MS),
      lengthOf(hints.maxAgeSeconds, 1000),
      lengthOf(hints.updatePeriodMs, 1),
    )
  while (at < latest) {
    if (days.has(weekdayOf(at))) at = Math.floor(at / DAY_MS) * DAY_MS + DAY_MS
    else if (hours.has(hourOf(at))) at = Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS
    else return at
  }
  return latest
}

function lengthOf(count: number | undefined, unitMs: number): number {
  return count !== undefined && count > 0 ? count * unitMs : 0
}

function skipped(values: readonly number[] | undefined, all: number): ReadonlySet<number> {
  const set = new Set((values ?? []).filter((value) => Number.isInteger(value) && value >= 0 && value < all))
  return set.size < all ? set : new Set()
}
