import type { Locale } from '#lib/words/areas.ts'
import { dateTimeFormat, numberFormat } from '#lib/words/intl.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

// Text for people. Every function is pure: the present, the zone and the language are arguments. A no-break space keeps
// a number and its unit on one line; "unknown" is written where a figure would be invented.

/**
 * A length of time in one unit, as precise as a reader needs: seconds below 1 min, whole minutes below 60, then
 * "1 h 10", days from 24 h on. Rounded once, so 59.6 s is "1 min". @throws RangeError when it is negative
 */
export function formatDuration(durationMs: number, { t }: Locale): string {
  const { unit, count, minutes } = durationParts(durationMs)
  return unit === 'hours' && minutes > 0
    ? t('hoursMinutes', { count, minutes: String(minutes).padStart(2, '0') })
    : t(unit, { count })
}

/** A length of time taken apart, rounded once. */
type DurationParts = {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'
  readonly count: number
  /** Beside the hours. */
  readonly minutes: number
}

/** Number and unit apart. @throws RangeError when it is negative */
export function durationParts(durationMs: number): DurationParts {
  if (!(durationMs >= 0)) throw new RangeError(`durationMs is a length of time, not ${durationMs}`)
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 60) return { unit: 'seconds', count: seconds, minutes: 0 }
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes, minutes: 0 }
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60), minutes: minutes % 60 }
  return { unit: 'days', count: Math.round(minutes / (24 * 60)), minutes: 0 }
}

/** "12,345" */
export function formatCount(count: number, { tag }: Locale): string {
  return numberFormat(tag).format(count)
}

/** A number with so many digits behind the point: "14.2"; in German "14,2". */
export function formatDecimal(value: number, digits: number, { tag }: Locale): string {
  return numberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** Bytes as "12.3 MB", below a tenth of one as "25 kB", from a thousand on as "1.2 GB". */
export function formatBytes(bytes: number, { tag }: Locale): string {
  const { size, unit } = inUnit(bytes)
  return numberFormat(tag, { style: 'unit', unit, maximumFractionDigits: size >= 10 ? 0 : 1 }).format(size)
}

function inUnit(bytes: number) {
  if (bytes > 0 && bytes < 100_000) return { size: bytes / 1e3, unit: 'kilobyte' }
  return bytes < 1e9 ? { size: bytes / 1e6, unit: 'megabyte' } : { size: bytes / 1e9, unit: 'gigabyte' }
}

/** An unread count: '' for none, "9,999+" above that. */
export function formatUnread(count: number, locale: Locale): string {
  if (count <= 0) return ''
  return count > 9999 ? `${formatCount(9999, locale)}+` : formatCount(count, locale)
}

/** A frequency in the unit that keeps the figure near 1: "24 a day", "3.5 a week". */
export function formatRate(perDay: number | null, locale: Locale): string {
  const { t } = locale
  if (perDay === null) return t('unknown')
  if (perDay === 0) return t('none')
  if (perDay >= 1) return t('perDay', { figure: formatFigure(perDay, locale) })
  if (perDay * 7 >= 1) return t('perWeek', { figure: formatFigure(perDay * 7, locale) })
  if (perDay * 30 >= 1) return t('perMonth', { figure: formatFigure(perDay * 30, locale) })
  return t('lessThanMonthly')
}

/** Two significant digits below 10, whole numbers from there. */
function formatFigure(value: number, { tag }: Locale): string {
  return numberFormat(tag, { maximumFractionDigits: value >= 9.95 ? 0 : 1 }).format(value)
}

/** A share of 1 as per cent: "60 %". What is not all is never "100 %". */
export function formatShare(share: number | null, locale: Locale): string {
  const { t } = locale
  if (share === null) return t('unknown')
  const isAll = share > 1 - 1e-9 // a sum of parts may lack a trifle
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return t('percentBelow', { figure: formatDecimal(0.1, 1, locale) })
  return t('percent', { figure: formatFigure(isAll ? percent : Math.min(percent, 99), locale) })
}

/** "4 min ago", "in 2 h"; within 10 s "now"; beyond 30 days the date. */
export function formatRelative(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  const distanceMs = Math.abs(nowMs - atMs)
  if (distanceMs < 10_000) return locale.t('now')
  if (distanceMs >= 30 * DAY_MS) return formatDate(atMs, nowMs, timeZone, locale)
  const { unit, count } = coarse(distanceMs)
  return locale.t(atMs <= nowMs ? 'ago' : 'ahead', { unit, count })
}

/** Without the minutes beside hours: "1 h 10" is too exact for a distance that grows while it is read. */
function coarse(distanceMs: number): Pick<DurationParts, 'unit' | 'count'> {
  const hours = Math.round(distanceMs / HOUR_MS)
  return distanceMs >= 3_570_000 && hours < 24 ? { unit: 'hours', count: hours } : durationParts(distanceMs)
}

/** "09:12" on the day of `nowMs`, otherwise "12 Jan" (with the year when it is another one). */
export function formatClock(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  return dayOf(atMs, timeZone) === dayOf(nowMs, timeZone)
    ? formatTime(atMs, timeZone, locale)
    : formatDate(atMs, nowMs, timeZone, locale)
}

/** "09:12" on the day of `nowMs`, otherwise "4 Jan, 23:30". */
export function formatMoment(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  const time = formatTime(atMs, timeZone, locale)
  const isToday = dayOf(atMs, timeZone) === dayOf(nowMs, timeZone)
  return isToday ? time : `${formatDate(atMs, nowMs, timeZone, locale)}, ${time}`
}

/** "09:12" */
export function formatTime(atMs: number, timeZone: string, { tag }: Locale): string {
  return formatter(timeZone, { hour: '2-digit', minute: '2-digit' }, tag).format(atMs)
}

/** "12 Jan", "12 Jan 2024" when the year is not the present one. */
export function formatDate(atMs: number, nowMs: number, timeZone: string, { tag }: Locale): string {
  return formatter(timeZone, dateForm(atMs, nowMs, timeZone), tag).format(atMs)
}

/** "12 Jan 2026, 09:12", with "UTC" behind it where that is the zone. */
export function formatDateTime(atMs: number, timeZone: string, { tag }: Locale): string {
  const text = formatter(timeZone, { dateStyle: 'medium', timeStyle: 'short' }, tag).format(atMs)
  return timeZone === 'UTC' ? `${text}\u00a0UTC` : text
}

/** The heading under which a list shows an instant: "This hour", "08:00–09:00" today, "Yesterday", "Sat 10 Jan". */
export function formatGroup(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  return dayOf(atMs, timeZone) === dayOf(nowMs, timeZone)
    ? formatHour(atMs, nowMs, timeZone, locale)
    : formatDayGroup(atMs, nowMs, timeZone, locale)
}

/** The same by days alone: "Today", "Yesterday", "Sat 10 Jan". */
export function formatDayGroup(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  const day = dayOf(atMs, timeZone)
  if (day === dayOf(nowMs, timeZone)) return locale.t('today')
  if (day === dayOf(nowMs - DAY_MS, timeZone)) return locale.t('yesterday')
  const form = { weekday: 'short', ...dateForm(atMs, nowMs, timeZone) } as const
  // British dates have a comma behind the weekday only where they have a year: two heads would not be alike.
  return formatter(timeZone, form, locale.tag)
    .format(atMs)
    .replace(/^(\p{L}+), (?=\d)/u, '$1 ')
}

/** Day and month; the year only when it is not the present one. */
function dateForm(atMs: number, nowMs: number, timeZone: string): Intl.DateTimeFormatOptions {
  const isThisYear = dayOf(atMs, timeZone).slice(0, 4) === dayOf(nowMs, timeZone).slice(0, 4)
  return { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }
}

function formatHour(atMs: number, nowMs: number, timeZone: string, locale: Locale): string {
  const hour = hourIn(atMs, timeZone)
  if (hour === hourIn(nowMs, timeZone)) return locale.t('thisHour')
  return formatHours(hour, (hour + 1) % 24)
}

/** "08:00–09:00" */
export function formatHours(from: number, to: number): string {
  return `${formatFullHour(from)}–${formatFullHour(to)}`
}

/** "08:00" */
export function formatFullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

function hourIn(atMs: number, timeZone: string): number {
  return Number(formatter(timeZone, { hour: '2-digit' }, 'sv-SE').format(atMs))
}

/** "2026-01-12": the calendar day in a zone. */
function dayOf(atMs: number, timeZone: string): string {
  return formatter(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(atMs)
}

function formatter(timeZone: string, form: Intl.DateTimeFormatOptions, tag: string): Intl.DateTimeFormat {
  return dateTimeFormat(tag, { ...form, timeZone, hourCycle: 'h23' })
}
