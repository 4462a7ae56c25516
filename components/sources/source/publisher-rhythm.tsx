'use client'

import { useClock } from '#components/ui/time.tsx'
import type { DelayPoint } from '#lib/api/freshness/freshness.ts'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { rhythmDays, useSourceDelays } from '#lib/queries/sources/sources.ts'
import { formatDuration } from '#lib/text/format.ts'
import { dateTimeFormat } from '#lib/words/intl.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { zoneOffsetMinutes } from '#components/ui/chart/hour-profile.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

const minutesOfDay = 1440
/** Fewer postings, or all within two weeks, may be chance. */
const leastPostings = 8
const leastSpanMs = 13 * DAY_MS
/** So many of ten postings come on these days, and so many within the window of time. */
const ofDays = 0.9
const ofWindow = 0.8
/** So many of the days meant have a posting. */
const ofDates = 0.8
/** Postings within half an hour have one time; beyond four hours there is no rhythm to speak of. */
const oneTimeMinutes = 30
const mostMinutes = 240

type Rhythm = {
  /** A number is a day of the week, 0 Monday. */
  readonly days: 'weekdays' | 'weekend' | 'daily' | number
  /** Minutes after midnight; the same twice where it is one time. The end may lie beyond midnight. */
  readonly from: number
  readonly until: number
  /** Half of what came then was found within this. */
  readonly delayMs: number
}

/** The days and times at which a publisher posts, in the reader's zone, by the exactly timed postings of 30 days; null: nothing can be said. */
export function rhythmOf(points: readonly DelayPoint[], timeZone: string, nowMs: number): Rhythm | null {
  const timed = points.flatMap(({ publishedAt, delay }) => {
    const at = publishedAt === null ? NaN : Date.parse(publishedAt)
    return delay.kind === 'exact' && at > nowMs - 30 * DAY_MS
      ? [{ at, delayMs: Math.max(0, delay.delayMs) }]
      : []
  })
  const times = timed.map(({ at }) => at)
  if (timed.length < leastPostings || Math.max(...times) - Math.min(...times) < leastSpanMs) return null
  const placed = placedIn(timeZone, timed)
  const days = daysOf(placed.map(({ day }) => day))
  const window = shortestWindow(placed.map(({ minute }) => minute))
  if (days === null || window === null || window.length > mostMinutes) return null
  // A window that begins before midnight is of the day on which it begins.
  const crossesMidnight = window.start + window.length >= minutesOfDay
  const dates = placed.map(({ date, minute }) => (crossesMidnight && minute < window.start ? date - 1 : date))
  if (!comesOn(days, new Set(dates))) return null
  const isWithin = (minute: number) => wrapped(minute - window.start) <= window.length
  const inside = placed.filter(({ minute }) => isWithin(minute))
  const offsets = inside.map(({ minute }) => wrapped(minute - window.start))
  const delayMs = medianOf(inside.map((each) => each.delayMs))
  if (window.length > oneTimeMinutes)
    return { days, from: window.start, until: window.start + window.length, delayMs }
  const at = wrapped(window.start + medianOf(offsets))
  return { days, from: at, until: at, delayMs }
}

/** Day since 1970, day of the week and minute of the day. A zone's distance is asked once a day: asking takes long. */
function placedIn(timeZone: string, timed: readonly { readonly at: number; readonly delayMs: number }[]) {
  const offsets = new Map<number, number>()
  return timed.map(({ at, delayMs }) => {
    const utcDay = Math.floor(at / DAY_MS)
    const offset = offsets.get(utcDay) ?? zoneOffsetMinutes(at, timeZone)
    offsets.set(utcDay, offset)
    const minutes = Math.floor(at / MINUTE_MS) + offset
    const date = Math.floor(minutes / minutesOfDay)
    return { date, day: weekdayOf(date), minute: wrapped(minutes), delayMs }
  })
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
function weekdayOf(date: number): number {
  return (date + 3) % 7
}

/** Whether most of the days meant have a posting, from the first of these dates to the last. */
function comesOn(days: Rhythm['days'], dates: ReadonlySet<number>): boolean {
  const first = Math.min(...dates)
  const meant = Array.from({ length: Math.max(...dates) - first + 1 }, (_, index) => first + index).filter(
    (date) => isMeant(days, weekdayOf(date)),
  )
  return meant.filter((date) => dates.has(date)).length >= ofDates * meant.length
}

function isMeant(days: Rhythm['days'], weekday: number): boolean {
  if (days === 'daily') return true
  if (days === 'weekdays') return weekday < 5
  return days === 'weekend' ? weekday >= 5 : weekday === days
}

function daysOf(days: readonly number[]): Rhythm['days'] | null {
  const counts = Array.from({ length: 7 }, (_, day) => days.filter((each) => each === day).length)
  const share = (from: number, until: number) =>
    counts.slice(from, until).reduce((sum, count) => sum + count, 0) / days.length
  const used = counts.filter((count) => count > 0).length
  const only = counts.findIndex((count) => count / days.length >= ofDays)
  if (only !== -1) return only
  if (share(0, 5) >= ofDays) return counts.slice(0, 5).every((count) => count > 0) ? 'weekdays' : null
  if (share(5, 7) >= ofDays) return 'weekend'
  return used === 7 ? 'daily' : null
}

/** The shortest span of the day, around midnight too, that holds most of these minutes. O(n log n). */
function shortestWindow(minutes: readonly number[]): { start: number; length: number } | null {
  const rising = minutes.toSorted((a, b) => a - b)
  const held = Math.ceil(ofWindow * rising.length)
  const round = [...rising, ...rising.map((minute) => minute + minutesOfDay)]
  const windows = rising.map((start, index) => ({
    start,
    length: (round[index + held - 1] ?? start) - start,
  }))
  return windows.toSorted((a, b) => a.length - b.length)[0] ?? null
}

function wrapped(minutes: number): number {
  return ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

/** "Posts on weekdays at 07:00. Skylark is there at 07:02.": nothing until two weeks have shown it. */
export function PublisherRhythm({ source, days }: { readonly source: SourceDetail; readonly days: number }) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const delays = useSourceDelays(source.id, rhythmDays(days)).data?.delays ?? []
  const rhythm = source.learnsUntil === null ? rhythmOf(delays, timeZone, nowMs) : null
  if (rhythm === null) return null
  const { from, until, delayMs } = rhythm
  // 2026-01-05 was a Monday.
  const dayName = (day: number) =>
    dateTimeFormat(locale.tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5 + day))
  const values = {
    days: typeof rhythm.days === 'number' ? 'one' : rhythm.days,
    day: typeof rhythm.days === 'number' ? dayName(rhythm.days) : '',
    from: clockOf(from),
  }
  return (
    <p className="mb-4 max-w-[608px] text-14 text-ink-2">
      {from === until
        ? t('rhythmAt', { ...values, found: clockOf(from + Math.round(delayMs / MINUTE_MS)) })
        : t('rhythmBetween', { ...values, until: clockOf(until), duration: formatDuration(delayMs, locale) })}
    </p>
  )
}

/** "07:02" */
function clockOf(minutes: number): string {
  const at = wrapped(minutes)
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
