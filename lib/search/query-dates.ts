import { unitsMs, type QueryDate, type Unit } from './query.ts'

const dayMs = unitsMs.d
const calendarDate = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
const timeAgo = /^(\d{1,4})([mhdw])$/

/** The years that calendars and databases write alike, ends included. */
const firstYear = 100
const lastYear = 9998

/** A date as `before:`, `after:` and `on:` take it, or null. */
export function parseQueryDate(text: string): QueryDate | null {
  const small = text.toLowerCase()
  if (small === 'today' || small === 'yesterday') return { kind: small }
  const ago = timeAgo.exec(small)
  // 9,999 weeks are 191 years: any count stays within what databases hold.
  if (ago !== null) return { kind: 'ago', count: Number(ago[1]), unit: ago[2] as Unit }
  return spanOfCalendar(small) === null ? null : { kind: 'calendar', text: small }
}

/** The times that a date means, epoch milliseconds: from `startAt`, and before `endAt`. Days are those of UTC. */
export function resolveQueryDate(
  date: QueryDate,
  now: number,
): { readonly startAt: number; readonly endAt: number } {
  const today = Math.floor(now / dayMs) * dayMs
  switch (date.kind) {
    case 'today':
      return { startAt: today, endAt: today + dayMs }
    case 'yesterday':
      return { startAt: today - dayMs, endAt: today }
    case 'ago': {
      const at = now - date.count * unitsMs[date.unit]
      return { startAt: at, endAt: at }
    }
    case 'calendar': {
      const span = spanOfCalendar(date.text)
      if (span === null) throw new RangeError(`not a date: ${date.text}`)
      return span
    }
    default:
      return date satisfies never
  }
}

function spanOfCalendar(text: string): { startAt: number; endAt: number } | null {
  const match = calendarDate.exec(text)
  if (match === null) return null
  const year = Number(match[1])
  const month = Number(match[2] ?? 1)
  const day = Number(match[3] ?? 1)
  if (year < firstYear || year > lastYear) return null
  const start = new Date(Date.UTC(year, month - 1, day))
  // 2026-02-30 is no day.
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) {
    return null
  }
  const startAt = start.getTime()
  if (match[3] !== undefined) return { startAt, endAt: startAt + dayMs }
  return { startAt, endAt: match[2] === undefined ? Date.UTC(year + 1, 0) : Date.UTC(year, month) }
}
