/** The memory of an interval policy about a source: small plain data, renewed by every poll. Never more than polls brought. */
import { hourCounts, type Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import { learningWindowDays } from '#lib/policy/estimate/rate.ts'
import { clamp, sumOf } from '#lib/policy/basics/numeric.ts'
import { DAY_MS, dayStartOf, HOUR_MS, MINUTE_MS, weekdayOf } from '#lib/policy/basics/time.ts'
import type { SeenWindow } from './mavsync.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

/** A poll, as far as interval policies learn from it. */
export type IntervalObservation = {
  readonly polledAt: number
  /** The document: number of dated postings, oldest and newest time; null when it shows none. */
  readonly window: SeenWindow | null
  /** Credible times of the postings it brought that were not known, ascending. */
  readonly newTimes: readonly number[]
}

/** Of each weekday (0: Sunday, UTC): days observed, and days on which something new was found. */
export type WeekdayCounts = { readonly days: readonly number[]; readonly hits: readonly number[] }

/** The lesson of the postings of some days: postings an hour by UTC hour, and how many they were. */
export type TrainedRates = {
  /** 24 numbers, of the source itself. */
  readonly hourly: readonly number[]
  /** 24 numbers, of the source's cluster at the source's rate; null without clusters. */
  readonly cluster: readonly number[] | null
  /** Known changes, and hours of the day among which they fell. */
  readonly postings: number
  readonly hours: number
}

export type SourceMemory = {
  readonly polledAt: number
  /** Document at the last poll, and at the first one (FixLearned learns once). */
  readonly window: SeenWindow | null
  readonly first: { readonly polledAt: number; readonly window: SeenWindow | null }
  /** Newest and second-newest distinct times ever seen; null while unknown. */
  readonly newestAt: number | null
  readonly secondNewestAt: number | null
  /** Known times within the day before the last poll, ascending. */
  readonly lastDayTimes: readonly number[]
  /** The last poll after the first that found something; null: none did. */
  readonly foundAt: number | null
  /** Interval that the bootstrap of advaRSS has reached. */
  readonly bootstrapMs: number
  /** Null while untrained. */
  readonly trained: TrainedRates | null
  readonly weekdays: WeekdayCounts
}

const noDays: WeekdayCounts = { days: [0, 0, 0, 0, 0, 0, 0], hits: [0, 0, 0, 0, 0, 0, 0] }

/** Memory after a first poll; what its document shows is not new. `observation.newTimes` are the times that are known by it. */
export function firstMemory({ polledAt, window, newTimes }: IntervalObservation): SourceMemory {
  const newestAt = newTimes.at(-1) ?? null
  return {
    polledAt,
    window,
    first: { polledAt, window },
    newestAt,
    secondNewestAt: newTimes.findLast((at) => at !== newestAt) ?? null,
    lastDayTimes: withinDay(newTimes, polledAt),
    foundAt: null,
    bootstrapMs: bootstrapInterval(null, false),
    trained: null,
    weekdays: noDays,
  }
}

/** Memory after a further poll. O(new postings + postings of the last day). */
export function rememberPoll(
  memory: SourceMemory,
  { polledAt, window, newTimes }: IntervalObservation,
): SourceMemory {
  const found = newTimes.length > 0
  const { newestAt, secondNewestAt } = newestTwo(memory, newTimes)
  const lastDayTimes =
    found || memory.lastDayTimes.length > 0
      ? withinDay([...memory.lastDayTimes, ...newTimes], polledAt)
      : memory.lastDayTimes
  return {
    polledAt,
    window: window ?? memory.window,
    first: memory.first,
    newestAt,
    secondNewestAt,
    lastDayTimes,
    foundAt: found ? polledAt : memory.foundAt,
    bootstrapMs: bootstrapInterval(memory.bootstrapMs, found),
    trained: memory.trained,
    weekdays: bookDay(memory, polledAt, found),
  }
}

/**
 * Trains the hourly rates on the 14 days of a history that end at its last poll, and, the first time, the weekdays on all of it.
 * @param clusterPattern shares by hour of the cluster the source belongs to; null: none is known
 */
export function train(
  memory: SourceMemory,
  history: SourceHistory,
  now: number,
  clusterPattern: Pattern | null = null,
): SourceMemory {
  const until = Math.min(now, history.knownUntil ?? now)
  const since = Math.max(history.knownSince, until - learningWindowDays * DAY_MS)
  const days = Math.max(1, (until - since) / DAY_MS)
  const counts = hourCounts(history.postingTimes.filter((at) => at >= since && at <= until))
  const postings = sumOf(counts)
  const isFirst = sumOf(memory.weekdays.days) === 0
  return {
    ...memory,
    trained: {
      hourly: counts.map((count) => count / days),
      cluster: clusterPattern?.map((share) => (share * postings) / days) ?? null,
      postings,
      hours: counts.filter((count) => count > 0).length,
    },
    weekdays: isFirst ? weekdaysOf(history.postingTimes, history.knownSince, until) : memory.weekdays,
  }
}

/** Days from `since` until (not including) the day of `until`, by weekday, and those with a posting. */
function weekdaysOf(times: readonly number[], since: number, until: number): WeekdayCounts {
  const days = [...noDays.days]
  const hits = [...noDays.hits]
  const withPosting = new Set(times.map(dayStartOf))
  for (let day = dayStartOf(since); day < dayStartOf(until); day += DAY_MS) {
    const weekday = weekdayOf(day)
    days[weekday] = (days[weekday] ?? 0) + 1
    if (withPosting.has(day)) hits[weekday] = (hits[weekday] ?? 0) + 1
  }
  return { days, hits }
}

/** Books every day since the last poll's as observed, and a hit on the day something was first found. */
function bookDay(memory: SourceMemory, polledAt: number, found: boolean): WeekdayCounts {
  const { weekdays, polledAt: last, foundAt } = memory
  const lastDay = dayStartOf(last)
  const today = dayStartOf(polledAt)
  const isHit = found && (foundAt === null || dayStartOf(foundAt) < today)
  if (!isHit && lastDay === today) return weekdays
  const days = [...weekdays.days]
  const hits = [...weekdays.hits]
  for (let day = lastDay + DAY_MS; day <= today; day += DAY_MS) {
    const weekday = weekdayOf(day)
    days[weekday] = (days[weekday] ?? 0) + 1
  }
  const weekday = weekdayOf(polledAt)
  if (isHit) hits[weekday] = Math.min(days[weekday] ?? 0, (hits[weekday] ?? 0) + 1)
  return { days, hits }
}

function newestTwo(
  memory: SourceMemory,
  newTimes: readonly number[],
): Pick<SourceMemory, 'newestAt' | 'secondNewestAt'> {
  let { newestAt, secondNewestAt } = memory
  for (const at of newTimes) {
    if (newestAt === null || at > newestAt) [secondNewestAt, newestAt] = [newestAt, at]
    else if (at < newestAt && (secondNewestAt === null || at > secondNewestAt)) secondNewestAt = at
  }
  return { newestAt, secondNewestAt }
}

function withinDay(times: readonly number[], now: number): readonly number[] {
  return times.length > 0 && (times[0] ?? 0) > now - DAY_MS ? times : times.filter((at) => at > now - DAY_MS)
}

const withoutNews = 1.5
const withNews = 0.2
const bootstrapBounds = { shortest: 10 * MINUTE_MS, longest: 800 * MINUTE_MS }

/** The bootstrap's next interval: 1.5 times the last after a poll without news, 0.2 times after one with news, 10 to 800 min. */
export function bootstrapInterval(intervalMs: number | null, foundNews: boolean): number {
  if (intervalMs === null) return HOUR_MS
  return clamp(
    intervalMs * (foundNews ? withNews : withoutNews),
    bootstrapBounds.shortest,
    bootstrapBounds.longest,
  )
}
