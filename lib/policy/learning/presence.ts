/** The times of a source's readers: how much a minute of its delay counts, by UTC hour of the week. */
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { smoothed, sumOfBins } from './shrink.ts'
import { hourOfWeek, hoursOfWeek, placeInWeek } from './week.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** A posting that waits while nobody looks still counts so much: hours are habits, not promises. */
export const presenceFloor = 0.2
const whole = 255
/** Readers come where presence rises by so much from one hour to the next. */
const rises = 0.1
/** An hour visited in this part of the weeks counts in full. */
const fullShare = 0.5
/** Fewer visits, an hour of a week each, tell no habit. */
const leastVisits = 10

/** Presence as bytes, never below the floor; shares of 1 by hour of the week. */
export function presenceFrom(shares: ArrayLike<number>): Presence {
  return Uint8Array.from({ length: hoursOfWeek }, (_, hour) =>
    Math.round(whole * Math.min(1, Math.max(presenceFloor, shares[hour] ?? 1))),
  )
}

/**
 * The presence that the visits of one reader tell: an hour visited every other week counts in full, its neighbours half of that.
 * @param visits weeks with a visit, by hour of the week
 * @param weeks how many weeks were looked at, at least 1
 * @returns null where too little is known to tell hours apart: then the reader counts as always there
 */
export function learnedPresence(visits: ArrayLike<number>, weeks: number): Presence | null {
  const counts = Float64Array.from(visits)
  if (sumOfBins(counts) < leastVisits) return null
  return presenceFrom(smoothed(counts).map((count) => count / (fullShare * weeks)))
}

/**
 * The mean over a source's subscribers; who gave no hours counts as always there.
 * @param given presences of those who gave or let learn their hours
 * @param subscribers how many there are in all, at least as many as gave theirs
 * @returns null when a minute counts in full at every hour
 */
export function meanPresence(given: readonly Presence[], subscribers: number): Presence | null {
  if (given.length === 0) return null
  const always = Math.max(0, subscribers - given.length)
  const mean = Uint8Array.from({ length: hoursOfWeek }, (_, hour) => {
    const sum = given.reduce((total, presence) => total + (presence[hour] ?? whole), 0)
    return Math.round((sum + always * whole) / (given.length + always))
  })
  return mean.every((byte) => byte === whole) ? null : mean
}

/** At each hour the highest: a reader who is there for several reasons. */
export function highestPresence(first: Presence, ...others: readonly Presence[]): Presence {
  return first.map((byte, hour) => Math.max(byte, ...others.map((each) => each[hour] ?? 0)))
}

/** The value of a minute in an hour of the week, 0 to 1; 1 without hours. */
export function presenceIn(presence: Presence | null, hour: number): number {
  return presence === null ? 1 : (presence[hour % hoursOfWeek] ?? whole) / whole
}

/** Presence summed up over the week: 169 hours that count, from Monday 0 h on. */
type PresenceCurve = Float64Array

const curves = new WeakMap<Presence, PresenceCurve | { readonly isFlat: true }>()

/** The curve of a presence, computed once; null when every hour counts in full: then nothing is weighed, to the last bit. */
export function presenceCurve(presence: Presence | null | undefined): PresenceCurve | null {
  if (presence === null || presence === undefined) return null
  const known = curves.get(presence) ?? sumUp(presence)
  curves.set(presence, known)
  return 'isFlat' in known ? null : known
}

function sumUp(presence: Presence): PresenceCurve | { readonly isFlat: true } {
  if (presence.every((byte) => byte === whole)) return { isFlat: true }
  const hours = new Float64Array(hoursOfWeek + 1)
  for (let hour = 0; hour < hoursOfWeek; hour++)
    hours[hour + 1] = (hours[hour] ?? 0) + presenceIn(presence, hour)
  return hours
}

/** Hours that count from the first Monday to an instant: ∫ w. */
export function presentHoursUntil(curve: PresenceCurve, at: number): number {
  const { week, withinMs } = placeInWeek(at)
  const hour = Math.floor(withinMs / HOUR_MS)
  const start = curve[hour] ?? 0
  const part = (withinMs - hour * HOUR_MS) / HOUR_MS
  return week * (curve[hoursOfWeek] ?? 0) + start + part * ((curve[hour + 1] ?? start) - start)
}

/** The first full hour within a time from an instant on at which readers come, by a tenth of a full presence at least; or null. */
export function readersCome(
  presence: Presence | null | undefined,
  from: number,
  withinMs: number,
): number | null {
  if (presence === null || presence === undefined) return null
  for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at <= from + withinMs; at += HOUR_MS) {
    const hour = hourOfWeek(at)
    if (presenceIn(presence, hour) - presenceIn(presence, hour + hoursOfWeek - 1) >= rises) return at
  }
  return null
}
