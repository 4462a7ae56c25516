import { busiestHours } from '#components/ui/chart/hour-profile.ts'

const hoursOfDay = 24
const hoursOfWeek = 168

/** Shares of a week by the reader's hour, from shares by UTC hour. Zones off by a part of an hour round to the next. */
export function weekInZone(utcWeek: readonly number[], offsetMinutes: number): number[] {
  const shift = Math.round(offsetMinutes / 60)
  return Array.from(
    { length: hoursOfWeek },
    (_, hour) => utcWeek[(((hour - shift) % hoursOfWeek) + hoursOfWeek) % hoursOfWeek] ?? 0,
  )
}

/** The hour of the week of an instant in a zone, 0 (Monday 00:00) to 167. */
export function hourOfWeekIn(atMs: number, offsetMinutes: number): number {
  const hours = Math.floor((atMs / 60_000 + offsetMinutes) / 60) - 4 * hoursOfDay // 1970-01-05 was a Monday
  return ((hours % hoursOfWeek) + hoursOfWeek) % hoursOfWeek
}

type BusyTimes = {
  readonly days: 'weekdays' | 'weekend' | 'allDays'
  /** Hours of the day; the end may lie beyond midnight. */
  readonly start: number
  readonly end: number
  /** Of all postings of the week, 0–1. */
  readonly share: number
}

const daysOf: Readonly<Record<BusyTimes['days'], readonly number[]>> = {
  weekdays: [0, 1, 2, 3, 4],
  weekend: [5, 6],
  allDays: [0, 1, 2, 3, 4, 5, 6],
}
/** More hours than this say nothing worth saying. */
const mostHours = 56

/** "Mondays to Fridays 07–11 carry 52 %": the fewest hours that carry a share of the week's postings; null when they are too many. */
export function busiestTimes(week: readonly number[], share: number): BusyTimes | null {
  const total = week.reduce((sum, value) => sum + value, 0)
  if (total <= 0) return null
  const choices = (['weekdays', 'weekend', 'allDays'] as const).flatMap((days) => {
    const byHour = Array.from({ length: hoursOfDay }, (_, hour) =>
      daysOf[days].reduce((sum, day) => sum + (week[day * hoursOfDay + hour] ?? 0), 0),
    )
    const part = byHour.reduce((sum, value) => sum + value, 0) / total
    const run = part < share ? null : busiestHours(byHour, share / part)
    if (run === null) return []
    const { start, end, length } = run
    return [{ days, start, end, share: run.share * part, hours: length * daysOf[days].length }]
  })
  const fewest = choices.toSorted((a, b) => a.hours - b.hours)[0]
  if (fewest === undefined || fewest.hours > mostHours) return null
  const { days, start, end } = fewest
  return { days, start, end, share: fewest.share }
}

/** The mean over the seven days by hour of the day. */
export function meanByHour(week: readonly number[]): number[] {
  return Array.from(
    { length: hoursOfDay },
    (_, hour) => daysOf.allDays.reduce((sum, day) => sum + (week[day * hoursOfDay + hour] ?? 0), 0) / 7,
  )
}
