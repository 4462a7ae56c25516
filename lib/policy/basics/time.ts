/** Lengths of time in ms, and UTC days and hours. Plain arithmetic: UTC days all last 24 h. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
/** 1970-01-05, a Monday: where weeks are counted from. */
export const FIRST_MONDAY_MS = 4 * DAY_MS

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
