/** Minutes that a time zone ("Europe/Berlin") is ahead of UTC at an instant. */
export function zoneOffsetMinutes(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}

/** Shares of a day's postings by the reader's hour, from shares by UTC hour. Zones off by a part of an hour round to the next. */
export function patternInZone(utcPattern: readonly number[], offsetMinutes: number): number[] {
  const shift = Math.round(offsetMinutes / 60)
  return Array.from({ length: 24 }, (_, hour) => utcPattern[(((hour - shift) % 24) + 24) % 24] ?? 0)
}

/** Hour of the day with its fraction, in the reader's zone. */
export function hourOfDay(instant: string, offsetMinutes: number): number {
  const minutes = Math.floor(Date.parse(instant) / 60_000) + offsetMinutes
  return (((minutes % 1440) + 1440) % 1440) / 60
}

/** The shortest run of hours, around midnight too, that carries a share of the postings: "07–11 carry 52 %". */
export function busiestHours(pattern: readonly number[], share: number) {
  const total = pattern.reduce((sum, value) => sum + value, 0)
  if (total <= 0) return null
  for (let length = 1; length <= 24; length += 1) {
    const runs = pattern.map((_, start) => ({
      start,
      length,
      share: runShare(pattern, start, length) / total,
    }))
    const best = runs.reduce((left, right) => (right.share > left.share ? right : left))
    if (best.share >= share)
      return { start: best.start, end: (best.start + length) % 24, share: best.share, length }
  }
  return null
}

function runShare(pattern: readonly number[], start: number, length: number): number {
  return Array.from({ length }, (_, index) => pattern[(start + index) % 24] ?? 0).reduce((a, b) => a + b, 0)
}
