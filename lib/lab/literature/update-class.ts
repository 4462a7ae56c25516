/** Update patterns of sources (REI 3.7.5, 3.7.6). Classes overlap and change; the first that fits is named. */
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { hourCounts } from '#lib/policy/estimate/hourly-profile.ts'

export type UpdateClass =
  | 'empty'
  | 'single-entry'
  | 'on-the-fly'
  | 'chunked'
  | 'zombie'
  | 'constant'
  | 'sliced'
  | 'spontaneous'

/** The known facts of a source at its last poll. Times ascend. */
export type UpdateEvidence = {
  /** Times of the postings the document shows. */
  readonly shownTimes: readonly number[]
  /** All times known of the source, those of the document among them. */
  readonly knownTimes: readonly number[]
  readonly lastPollAt: number
}

const zombieAgeMs = 56 * DAY_MS
const zombieGaps = 8
const onTheFlyMs = 1_000
const constantGapMs = 2 * HOUR_MS
/** A night: sliced sources have next to nothing in so many hours in a row, where an even one has a third. REI gives no numbers. */
const quietHours = 8
const quietShare = 0.05
const leastPostings = 20

/** Class of a source, null when none fits: it posts several times a day, but neither around the clock nor at clear hours. */
export function updateClass({ shownTimes, knownTimes, lastPollAt }: UpdateEvidence): UpdateClass | null {
  if (shownTimes.length === 0) return 'empty'
  if (shownTimes.length === 1) return 'single-entry'
  const [oldest = 0, newest = 0] = [shownTimes[0], shownTimes.at(-1)]
  const shownGap = median(gapsOf(shownTimes))
  if (shownGap === 0 && Math.abs(lastPollAt - newest) <= onTheFlyMs) return 'on-the-fly'
  if (oldest === newest) return 'chunked'
  const age = lastPollAt - newest
  if (age >= zombieAgeMs && age >= zombieGaps * shownGap) return 'zombie'
  const gaps = gapsOf(knownTimes)
  if (Math.max(...gaps, age) <= constantGapMs && newest - oldest >= DAY_MS) return 'constant'
  if (hasQuietHours(knownTimes)) return 'sliced'
  return median(gaps) >= DAY_MS ? 'spontaneous' : null
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? 0))
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (low + high) / 2
}

function hasQuietHours(times: readonly number[]): boolean {
  if (times.length < leastPostings) return false
  const counts = hourCounts(times)
  return counts.some((_, start) => {
    let quiet = 0
    for (let hour = start; hour < start + quietHours; hour++) quiet += counts[hour % 24] ?? 0
    return quiet <= quietShare * times.length
  })
}
