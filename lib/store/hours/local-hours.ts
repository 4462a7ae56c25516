import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** The hour of the week, 0 (Monday 00:00) to 167, of an instant in ms. */
type LocalHour = (at: number) => number

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const quarterMs = HOUR_MS / 4
const quartersOfHour = 4
export const localHoursOfWeek = 168

/** Hours of the week in a zone, summer time included; in UTC where this machine does not know the zone (any more). */
export function localHourIn(zone: string): LocalHour {
  const format = formatOf(zone) ?? formatOf('UTC')
  return (at) => {
    const parts = format?.formatToParts(at) ?? []
    const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return Math.max(0, days.indexOf(valueOf('weekday'))) * 24 + Number(valueOf('hour'))
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const knownQuarters = new Map<string, Uint8Array>()
/** Names of zones are some 400. */
const mostKnown = 500

/**
 * For each UTC hour of the week, as the zone has it in the week from `now` on, the four local hours of its quarters: zones differ from
 * UTC by quarters of an hour, too. Remembered for the hour: it takes milliseconds, and each source that is planned alone asks.
 */
export function localQuarters(zone: string, now: number): Uint8Array {
  const start = Math.floor(now / HOUR_MS) * HOUR_MS
  const key = `${start} ${zone}`
  const known = knownQuarters.get(key) ?? quartersFrom(zone, start)
  if (knownQuarters.size >= mostKnown) knownQuarters.clear()
  knownQuarters.set(key, known)
  return known
}

function quartersFrom(zone: string, start: number): Uint8Array {
  const hourOf = localHourIn(zone)
  const utcHourOf = localHourIn('UTC')
  const quarters = new Uint8Array(localHoursOfWeek * quartersOfHour)
  for (let hour = 0; hour < localHoursOfWeek; hour++) {
    const at = start + hour * HOUR_MS
    const place = utcHourOf(at) * quartersOfHour
    for (let quarter = 0; quarter < quartersOfHour; quarter++)
      quarters[place + quarter] = hourOf(at + quarter * quarterMs)
  }
  return quarters
}

/** A value for each local hour of the week, as a mean over each UTC hour. */
export function inUtc(local: ArrayLike<number>, quarters: Uint8Array): number[] {
  return Array.from({ length: localHoursOfWeek }, (_, hour) => {
    let sum = 0
    for (let quarter = 0; quarter < quartersOfHour; quarter++)
      sum += local[quarters[hour * quartersOfHour + quarter] ?? 0] ?? 0
    return sum / quartersOfHour
  })
}
