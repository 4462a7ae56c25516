import type { DelayPoint } from '#lib/api/freshness/freshness.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

export const daysOfYear = 365
const minutesOfDay = 1440

/** A posting in the sky of a year: a line from when it was published down to when it was found. */
type YearTrace = {
  /** Days before today; 0 is today. */
  readonly daysAgo: number
  /** Minutes after midnight; the end is at most the next midnight. */
  readonly from: number
  readonly until: number
  readonly tone: 'fresh' | 'late'
}

/** Traces of the exactly timed postings of a year in the reader's zone. Without a promise nothing is late. O(n). */
export function yearTraces(
  delays: readonly DelayPoint[],
  { promiseMs, timeZone, nowMs }: { promiseMs: number | null; timeZone: string; nowMs: number },
): YearTrace[] {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const placeOf = (atMs: number) => {
    const named = Object.fromEntries(
      parts.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = named
    return { day: Date.UTC(year, month - 1, day) / DAY_MS, minute: hour * 60 + minute }
  }
  const today = placeOf(nowMs).day
  return delays.flatMap(({ publishedAt, delay }) => {
    if (publishedAt === null || delay.kind !== 'exact') return []
    const { day, minute } = placeOf(Date.parse(publishedAt))
    const daysAgo = today - day
    if (daysAgo < 0 || daysAgo >= daysOfYear) return []
    const until = Math.min(minutesOfDay, minute + Math.max(0, delay.delayMs) / MINUTE_MS)
    const isLate = promiseMs !== null && delay.delayMs > promiseMs
    return [{ daysAgo, from: minute, until, tone: isLate ? ('late' as const) : ('fresh' as const) }]
  })
}

type MonthRow = {
  /** "2026-01" */
  readonly month: string
  readonly delaysMs: readonly number[]
}

/** The delays of each month that has an exactly timed posting, the newest first. O(n log n). */
export function delaysByMonth(delays: readonly DelayPoint[]): MonthRow[] {
  const months = new Map<string, number[]>()
  for (const { foundAt, delay } of delays) {
    if (delay.kind !== 'exact') continue
    const month = foundAt.slice(0, 'YYYY-MM'.length)
    const known = months.get(month)
    if (known === undefined) months.set(month, [delay.delayMs])
    else known.push(delay.delayMs)
  }
  return [...months]
    .map(([month, delaysMs]) => ({ month, delaysMs: delaysMs.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => b.month.localeCompare(a.month))
}

/** Within how long a share of rising delays was found (nearest rank); 0 without any. */
export function withinOf(rising: readonly number[], share: number): number {
  return Math.max(0, rising[Math.max(0, Math.ceil(share * rising.length) - 1)] ?? 0)
}
