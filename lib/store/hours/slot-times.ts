import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** The time at which a digest is due: each day, or on a day of the week (0: Monday), at a local hour. */
export type SlotRule = {
  readonly rhythm: string
  readonly weekday: number
  readonly hour: number
  /** IANA name; UTC where this machine does not know it (any more). */
  readonly zone: string
}

/** A week and a day more, for the days around the change of the clocks. */
const daysLooked = 9

/** The latest instant at or before `now` at which a digest was due. */
export function latestSlot(rule: SlotRule, now: number): number {
  return slotsAround(rule, now).findLast((at) => at <= now) ?? now
}

/** The first instant after `now` at which a digest is due. */
export function nextSlot(rule: SlotRule, now: number): number {
  return slotsAround(rule, now).find((at) => at > now) ?? now + DAY_MS
}

/** The slots of the days before and after an instant, in order. */
function slotsAround({ rhythm, weekday, hour, zone }: SlotRule, now: number): number[] {
  const offsetAt = offsetIn(zone)
  const today = Math.floor((now + offsetAt(now)) / DAY_MS)
  const days = Array.from({ length: 2 * daysLooked + 1 }, (_, index) => today - daysLooked + index)
  return days
    .filter((day) => rhythm === 'daily' || weekdayOf(day) === weekday)
    .map((day) => instantOf(day * DAY_MS + hour * HOUR_MS, offsetAt))
}

/** Of a day counted from 1970-01-01, a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/**
 * The instant at which clocks show a local time, given as if it were UTC. Of a time that comes twice in the night in which
 * clocks are set back the first; one that is left out in spring comes as much later as clocks are set forward.
 */
function instantOf(localMs: number, offsetAt: (at: number) => number): number {
  const before = offsetAt(localMs - DAY_MS)
  const after = offsetAt(localMs + DAY_MS)
  const candidates = [localMs - before, localMs - after]
  return candidates.find((at) => at + offsetAt(at) === localMs) ?? localMs - before
}

/** The lead of a zone's clocks before UTC at an instant, in ms. */
function offsetIn(zone: string): (at: number) => number {
  const format = formatOf(zone) ?? formatOf('UTC')
  return (at) => {
    const parts = format?.formatToParts(at) ?? []
    const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? '0')
    const local = Date.UTC(
      ...([valueOf('year'), valueOf('month') - 1, valueOf('day')] as const),
      ...([valueOf('hour'), valueOf('minute'), valueOf('second')] as const),
    )
    return local - Math.floor(at / 1000) * 1000
  }
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** Made once for each zone: that takes longer than everything else here. */
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = makeFormat(timeZone)
  formats.set(timeZone, made)
  return made
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...numeric, ...time })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
