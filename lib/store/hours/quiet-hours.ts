import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** The time at which somebody is not to be disturbed, in minutes of the day of a zone; through midnight where it ends before it begins. */
export type QuietHours = {
  readonly zone: string
  /** Null: never quiet. */
  readonly quietFrom: number | null
  readonly quietTo: number | null
}

const minutesOfDay = 1440

/** The instant, in ms, at which the quiet hours around `now` end; null: they are not now. */
export function quietEndAt({ zone, quietFrom, quietTo }: QuietHours, now: number): number | null {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return null
  const minuteOf = localMinuteIn(zone)
  const minute = minuteOf(now)
  const isQuiet =
    quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo
  if (!isQuiet) return null
  const begun = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const endAt = begun + apart(minute, quietTo) * MINUTE_MS
  // Where the clocks change meanwhile it is another minute by then; of an hour that they leave out, the next one.
  const late = apart(quietTo, minuteOf(endAt))
  const shift = late <= minutesOfDay / 2 ? -late : minutesOfDay - late
  const moved = endAt + shift * MINUTE_MS
  return moved > now ? moved : endAt
}

/** Minutes from one minute of the day to the next time that it is another. */
function apart(from: number, to: number): number {
  return (to - from + minutesOfDay) % minutesOfDay
}

/** The minute of the day in a zone; in UTC where this machine does not know the zone (any more). */
function localMinuteIn(zone: string): (at: number) => number {
  const format = formatOf(zone) ?? formatOf('UTC')
  return (at) => {
    const parts = format?.formatToParts(at) ?? []
    const valueOf = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
    return valueOf('hour') * 60 + valueOf('minute')
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
