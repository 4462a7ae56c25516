import { integralsAt, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { scheduleDelay } from '#tests/policy/schedule-delay.ts'

/**
 * SC's exhaustive search with pruning: from every pair of first times on a grid, Theorem 3 gives all further ones,
 * τ(j+1) = τ(j) + (Λ(τ(j)) − Λ(τ(j−1))) / λ(τ(j)); the plan with the least delay is kept. A plan is dropped when λ(τ(j)) = 0, when a time
 * does not move on, or when a period is over before there are `count` times. One and two polls: all grid times and pairs.
 * O(slots² · count). Only the first two times lie on the grid, so it can be better or worse than the best plan on the grid.
 * @returns ascending times in [0, period); null when every plan was dropped (three polls or more, no pair obeys the theorem)
 * @throws RangeError when count is not a whole number from 1 to slots
 */
export function exhaustiveTimes(rate: PostingRate, count: number, slots = 48): number[] | null {
  if (!Number.isInteger(count) || count < 1 || count > slots) {
    throw new RangeError(`count must be a whole number from 1 to ${slots}, got ${count}`)
  }
  let best = null as number[] | null
  let least = Infinity
  for (let first = 0; first < slots; first++) {
    const seconds = count === 1 ? 1 : slots - 1
    for (let second = 1; second <= seconds; second++) {
      const start = (first * rate.period) / slots
      const times =
        count === 1 ? [start] : continued(rate, start, start + (second * rate.period) / slots, count)
      if (times === null) continue
      const delay = scheduleDelay(rate, times)
      if (delay < least) [best, least] = [times, delay]
    }
  }
  return best?.map((time) => time % rate.period).sort((one, other) => one - other) ?? null
}

/** The plan that Theorem 3 makes of its first two times, or null. */
function continued(rate: PostingRate, first: number, second: number, count: number): number[] | null {
  const times = [first, second]
  let before = first
  let time = second
  while (times.length < count) {
    const speed = rate.rateAt(time % rate.period)
    if (speed <= 0) return null
    const postings = integralsAt(rate, time).postings - integralsAt(rate, before).postings
    const next = time + postings / speed
    if (!(next > time) || next >= first + rate.period) return null
    times.push(next)
    ;[before, time] = [time, next]
  }
  return times
}
