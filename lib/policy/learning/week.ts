/** The grids on which a source's postings are counted, in UTC: 168 hours of the week from Monday on, 144 ten-minute slots of the day. */
import { DAY_MS, FIRST_MONDAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#lib/policy/basics/time.ts'

export const hoursOfWeek = 168
export const slotsOfDay = 144
export const slotsOfHour = slotsOfDay / 24
export const slotsOfWeek = slotsOfDay * 7
export const slotMs = 10 * MINUTE_MS

/** Whole weeks since the first Monday, and the ms that an instant lies within its week. */
export function placeInWeek(at: number): { readonly week: number; readonly withinMs: number } {
  const since = at - FIRST_MONDAY_MS
  const week = Math.floor(since / WEEK_MS)
  return { week, withinMs: since - week * WEEK_MS }
}

/** The hour of the week of an instant, 0 (Monday 00:00) to 167. */
export function hourOfWeek(at: number): number {
  return Math.floor(placeInWeek(at).withinMs / HOUR_MS)
}

/** The ten-minute slot of the day of an instant, 0 to 143. */
export function slotOfDay(at: number): number {
  return Math.floor((placeInWeek(at).withinMs % DAY_MS) / slotMs)
}

/** Postings counted by time, older ones for less (`Memory`). */
export type Counts = {
  /** By hour of the week, 168. */
  readonly hours: Float32Array
  /** By ten-minute slot of the day, 144. */
  readonly slots: Float32Array
  /** The time for which each hour of the week was looked at, in hours that fade alike: a window of 15 postings may reach back for half a day only. */
  readonly seen: Float32Array
}

/** The spread of a source's postings over the week: intensity = rate · hours[hour of week] · slots[slot of day], mean 1. */
export type WeekPattern = {
  readonly hours: Float32Array
  readonly slots: Float32Array
}
