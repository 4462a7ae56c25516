import { dateTimeFormat } from '#lib/words/intl.ts'
import type { Locale } from '#lib/words/areas.ts'

/** "Mon" for 0 to "Sun" for 6. Not in lib/text/format.ts, which the reading page loads at once. */
export function formatWeekday(day: number, { tag }: Locale): string {
  const aMonday = Date.UTC(2026, 0, 5)
  return dateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(aMonday + day * 86_400_000)
}

/** How much the hours count that were not given; as in the policy (lib/policy/learning/presence.ts). */
const awayShare = 0.2

/** By hour of the week how much a minute counts; null where no hours were given: then all count in full. */
export function hoursGiven(given: readonly number[]): number[] | null {
  if (given.length === 0) return null
  const there = new Set(given)
  return Array.from({ length: 168 }, (_, hour) => (there.has(hour) ? 1 : awayShare))
}

/** The hours from one full hour until another on some days; over midnight into the next day when it is not later. */
export function hoursBetween(days: readonly number[], from: number, until: number): number[] {
  const length = (until - from + 23) % 24 // all but the first
  return days.flatMap((day) =>
    Array.from({ length: length + 1 }, (_, hour) => (24 * day + from + hour) % 168),
  )
}
