/** Lengths of time in ms, and UTC days and hours. Plain arithmetic: UTC days all last 24 h. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] // 1970-01-01 was a Thursday

/** The UTC midnight at or before an instant. */
export function dayStartOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** The UTC hour of an instant, 0 to 23. */
export function hourOf(at: number): number {
  return Math.floor((at - dayStartOf(at)) / HOUR_MS)
}

/** The UTC weekday of an instant: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(at: number): number {
  return (((Math.floor(at / DAY_MS) + 4) % 7) + 7) % 7 // 1970-01-01 was a Thursday
}

/** "14:30 UTC" on the day of `now`, "Tue 14:30 UTC" within a week, else "2026-01-15 14:30 UTC". */
export function clockText(at: number, now: number): string {
  const iso = new Date(at).toISOString()
  const time = `${iso.slice(11, 16)} UTC`
  const daysAway = Math.abs(dayStartOf(at) - dayStartOf(now)) / DAY_MS
  if (daysAway === 0) return time
  if (daysAway < 7) return `${weekdays[Math.floor(at / DAY_MS) % 7] ?? ''} ${time}`
  return `${iso.slice(0, 10)} ${time}`
}

/** A length of time for people: "45 s", "12 min", "3.5 h", "7 d", with a no-break space before the unit. */
export function durationText(lengthMs: number): string {
  if (lengthMs < MINUTE_MS) return `${Math.round(lengthMs / 1000)}\u00a0s`
  if (lengthMs < 1.5 * HOUR_MS) return `${Math.round(lengthMs / MINUTE_MS)}\u00a0min`
  if (lengthMs < 2 * DAY_MS) return `${roundedText(lengthMs / HOUR_MS)}\u00a0h`
  return `${roundedText(lengthMs / DAY_MS)}\u00a0d`
}

/** Two significant digits below 10, whole numbers from there: 0.033, 2.4, 31; "< 0.001" instead of smaller ones. */
export function roundedText(value: number): string {
  if (value > 0 && value < 0.001) return '<\u00a00.001'
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)))
}
