/** The time at which the next posting of a source may be expected, and the kind of publisher it seems to be. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { curveOf, daysUntil } from '#lib/policy/learning/curve.ts'
import { rateNow, rhythmKindOf } from '#lib/policy/learning/memory.ts'
import { binOf } from '#lib/policy/learning/rhythm.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** The shortest span that holds the next posting with a chance of at least `chance`; instants in ms. */
type ExpectedPosting = { readonly from: number; readonly until: number; readonly chance: number }

const chance = 0.6
const mostSteps = 1_500
const partsOfGap = 60
const longestAheadMs = 30 * DAY_MS
/** Of so many postings at least is a habit read, and so large a part must follow it. */
const leastMarked = 8
const leastDays = 5
const habitShare = 0.8

/**
 * The next posting from `now` on, if nothing was posted since the last one known: the hazard of a time is the learned intensity times the
 * factor of the rhythm. Null when the coming 30 days hold it with a smaller chance.
 */
export function expectPosting(
  memory: PriceMemory,
  population: Population,
  now: number,
): ExpectedPosting | null {
  const rate = rateNow(memory, now, population)
  const rhythm = population.rhythms[rhythmKindOf(memory)] ?? []
  const curve = curveOf(memory.pattern)
  const stepMs = Math.min(HOUR_MS / 2, Math.max(MINUTE_MS, DAY_MS / rate / partsOfGap))
  let before = daysUntil(curve, now)
  let sinceLast = memory.sinceLast + rate * Math.max(0, before - daysUntil(curve, memory.countedUntil))
  const reached = [0]
  let hazard = 0
  for (let step = 1; step <= mostSteps && step * stepMs <= longestAheadMs; step++) {
    const days = daysUntil(curve, now + step * stepMs)
    const even = rate * (days - before)
    hazard += even * (rhythm[binOf(sinceLast + even / 2)] ?? 1)
    ;[before, sinceLast] = [days, sinceLast + even]
    reached.push(1 - Math.exp(-hazard))
  }
  return shortestSpan(reached, now, stepMs)
}

/** By rising end: the latest start whose span still has the chance. */
function shortestSpan(reached: readonly number[], now: number, stepMs: number): ExpectedPosting | null {
  let best: { readonly first: number; readonly last: number } | null = null
  let first = 0
  for (let last = 1; last < reached.length; last++) {
    const end = reached[last] ?? 0
    while (end - (reached[first + 1] ?? end) >= chance) first++
    if (end - (reached[first] ?? 0) < chance) continue
    if (best === null || last - first < best.last - best.first) best = { first, last }
  }
  if (best === null) return null
  const held = (reached[best.last] ?? 0) - (reached[best.first] ?? 0)
  return { from: now + best.first * stepMs, until: now + best.last * stepMs, chance: held }
}

type PostingHabit = 'marks' | 'daily'

/**
 * The habit that publication times (ms) tell at a glance. "daily": one edition a day, most postings within the same hour of the day on five days or
 * more, and hardly more than one a day. "marks": most come on a full five minutes of the clock. Null: neither.
 */
export function postingHabit(times: readonly number[]): PostingHabit | null {
  if (times.length < leastDays) return null
  const days = new Set(times.map((at) => Math.floor(at / DAY_MS))).size
  const isOneADay = days >= leastDays && days >= habitShare * times.length
  if (isOneADay && mostWithinAnHour(times) >= habitShare * times.length) return 'daily'
  const marked = times.filter((at) => at % (5 * MINUTE_MS) < MINUTE_MS).length
  return times.length >= leastMarked && marked >= habitShare * times.length ? 'marks' : null
}

/** The number of those within the same 60 minutes of the UTC day, around midnight too. */
function mostWithinAnHour(times: readonly number[]): number {
  const ofDay = times.map((at) => at % DAY_MS)
  const counts = ofDay.map((start) => ofDay.filter((at) => (at - start + DAY_MS) % DAY_MS < HOUR_MS).length)
  return Math.max(...counts)
}
