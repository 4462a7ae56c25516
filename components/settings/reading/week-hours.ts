import { dateTimeFormat } from '#lib/words/intl.ts'
import type { Locale } from '#lib/words/areas.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** "Mon" for 0 to "Sun" for 6. Not in lib/text/format.ts, which the reading page loads at once. */
export function formatWeekday(day: number, { tag }: Locale): string {
  const aMonday = Date.UTC(2026, 0, 5)
  return dateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(aMonday + day * DAY_MS)
}

/** The value of the hours that were not given; as in the policy (lib/policy/learning/presence.ts). */
const awayShare = 0.2

/** By hour of the week how much a minute counts; where no hours were given all count in full. */
export function hoursGiven(given: readonly number[]): number[] {
  const there = new Set(given)
  return Array.from({ length: 168 }, (_, hour) => (there.size === 0 || there.has(hour) ? 1 : awayShare))
}

type Painted = {
  /** Hours of the week, opposite corners of what is painted. */
  readonly from: number
  readonly until: number
  readonly isOn: boolean
}

/** The hours once all between two of them, on all days between, are turned on or off. Rising. */
export function paintedHours(given: readonly number[], { from, until, isOn }: Painted): number[] {
  const between = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other)
  const dayOf = (hour: number) => Math.floor(hour / 24)
  const isPainted = (hour: number) =>
    between(dayOf(hour), dayOf(from), dayOf(until)) && between(hour % 24, from % 24, until % 24)
  const there = new Set(given)
  return Array.from({ length: 168 }, (_, hour) => hour).filter((hour) =>
    isPainted(hour) ? isOn : there.has(hour),
  )
}

/** The hour of the week that an arrow leads to, hours going down and days to the right; null: nowhere. */
export function hourAfter(key: string, at: number): number | null {
  const hour = at % 24
  const steps = { ArrowDown: hour < 23 ? 1 : 0, ArrowUp: hour > 0 ? -1 : 0, ArrowRight: 24, ArrowLeft: -24 }
  const step = steps[key as keyof typeof steps] ?? 0
  const next = at + step
  return step === 0 || next < 0 || next > 167 ? null : next
}
