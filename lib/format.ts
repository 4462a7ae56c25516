import type { PostingDelay } from './api/postings.ts'

// Text for people. Every function is pure: the present and the zone are arguments. A no-break space keeps a number
// and its unit on one line; "unknown" is written where a figure would be invented.
const NBSP = '\u00a0'
const LOCALE = 'en-GB'
const DAY_MS = 86_400_000

/**
 * A length of time in one unit, as precise as a reader needs: seconds below 1 min, whole minutes below 60, then
 * "1 h 10", days from 24 h on. Rounded once, so 59.6 s is "1 min". @throws RangeError when it is negative
 */
export function formatDuration(durationMs: number): string {
  const [number, unit] = durationParts(durationMs)
  return unit === '' ? number : `${number}${NBSP}${unit}`
}

/** Number and unit apart; the unit is '' where they are interwoven ("1 h 10"). */
function durationParts(durationMs: number): readonly [string, string] {
  if (!(durationMs >= 0)) throw new RangeError(`durationMs is a length of time, not ${durationMs}`)
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 60) return [String(seconds), 's']
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return [String(minutes), 'min']
  if (minutes < 24 * 60) {
    const rest = minutes % 60
    const hours = String(Math.floor(minutes / 60))
    return rest === 0 ? [hours, 'h'] : [`${hours}${NBSP}h${NBSP}${String(rest).padStart(2, '0')}`, '']
  }
  const days = Math.round(minutes / (24 * 60))
  return [formatCount(days), days === 1 ? 'day' : 'days']
}

/** The words of a freshness badge: "4 min", "3–15 min", "doubtful"; '' for postings of a first document. */
export function formatDelay(delay: PostingDelay): string {
  switch (delay.kind) {
    case 'exact':
      return formatDuration(delay.delayMs)
    case 'range':
      return formatRange(delay.leastMs, delay.mostMs)
    case 'doubtful':
      return 'doubtful'
    case 'initial':
      return ''
    default:
      return delay satisfies never
  }
}

/** "3–15 min", "40 s–3 min"; one figure when both ends read the same. */
export function formatRange(leastMs: number, mostMs: number): string {
  const [least, leastUnit] = durationParts(leastMs)
  const most = formatDuration(mostMs)
  if (formatDuration(leastMs) === most) return most
  // Nought needs no unit: "0–21 min".
  return least === '0' || (leastUnit !== '' && leastUnit === durationParts(mostMs)[1])
    ? `${least}–${most}`
    : `${formatDuration(leastMs)}–${most}`
}

/** The full sentence behind a badge. */
export function describeDelay(delay: PostingDelay, promisedMs: number | null = null): string {
  switch (delay.kind) {
    case 'exact': {
      const found = `Found ${formatDuration(delay.delayMs)} after publication`
      const isLate = promisedMs !== null && delay.delayMs > promisedMs
      return isLate ? `${found}; promised ${formatDuration(promisedMs)}` : found
    }
    case 'range':
      return `The source gives no time. Found ${formatRange(delay.leastMs, delay.mostMs)} after publication`
    case 'doubtful':
      return 'The source’s date cannot be right: it lies in the future, or before a poll that did not show this posting'
    case 'initial':
      return 'Published before Skylark knew this source'
    default:
      return delay satisfies never
  }
}

/** "12,345" */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** An unread count: '' for none, "9,999+" above that. */
export function formatUnread(count: number): string {
  if (count <= 0) return ''
  return count > 9999 ? '9,999+' : formatCount(count)
}

/** "1 posting", "12 postings" */
export function formatAmount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)}${NBSP}${count === 1 ? one : many}`
}

/** How often something happens, in the unit that keeps the figure near 1: "24 a day", "3.5 a week". */
export function formatRate(perDay: number | null): string {
  if (perDay === null) return 'unknown'
  if (perDay === 0) return 'none'
  if (perDay >= 1) return `${formatFigure(perDay)}${NBSP}a${NBSP}day`
  if (perDay * 7 >= 1) return `${formatFigure(perDay * 7)}${NBSP}a${NBSP}week`
  if (perDay * 30 >= 1) return `${formatFigure(perDay * 30)}${NBSP}a${NBSP}month`
  return `less than 1${NBSP}a${NBSP}month`
}

/** Two significant digits below 10, whole numbers from there. */
function formatFigure(value: number): string {
  return value >= 9.95 ? formatCount(Math.round(value)) : String(Math.round(value * 10) / 10)
}

/** A share of 1 as per cent: "60 %". */
export function formatShare(share: number | null): string {
  if (share === null) return 'unknown'
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return `<${NBSP}0.1${NBSP}%`
  return `${formatFigure(percent)}${NBSP}%`
}

/** "4 min ago", "in 2 h"; within 10 s "now"; beyond 30 days the date. */
export function formatRelative(atMs: number, nowMs: number, timeZone: string): string {
  const distanceMs = Math.abs(nowMs - atMs)
  if (distanceMs < 10_000) return 'now'
  if (distanceMs >= 30 * DAY_MS) return formatDate(atMs, nowMs, timeZone)
  const words = coarse(distanceMs)
  return atMs <= nowMs ? `${words} ago` : `in ${words}`
}

/** Without the minutes beside hours: "1 h 10" is too exact for a distance that grows while it is read. */
function coarse(distanceMs: number): string {
  const hours = Math.round(distanceMs / 3_600_000)
  return distanceMs >= 3_570_000 && hours < 24 ? `${hours}${NBSP}h` : formatDuration(distanceMs)
}

/** "09:12" on the day of `nowMs`, otherwise "12 Jan" (with the year when it is another one). */
export function formatClock(atMs: number, nowMs: number, timeZone: string): string {
  return dayOf(atMs, timeZone) === dayOf(nowMs, timeZone)
    ? formatTime(atMs, timeZone)
    : formatDate(atMs, nowMs, timeZone)
}

/** "09:12" on the day of `nowMs`, otherwise "4 Jan, 23:30". */
export function formatMoment(atMs: number, nowMs: number, timeZone: string): string {
  const time = formatTime(atMs, timeZone)
  const isToday = dayOf(atMs, timeZone) === dayOf(nowMs, timeZone)
  return isToday ? time : `${formatDate(atMs, nowMs, timeZone)}, ${time}`
}

/** "09:12" */
export function formatTime(atMs: number, timeZone: string): string {
  return formatter(timeZone, { hour: '2-digit', minute: '2-digit' }).format(atMs)
}

/** "12 Jan", "12 Jan 2024" when the year is not the present one. */
export function formatDate(atMs: number, nowMs: number, timeZone: string): string {
  return formatter(timeZone, dateForm(atMs, nowMs, timeZone)).format(atMs)
}

/** "12 Jan 2026, 09:12", with "UTC" behind it where that is the zone. */
export function formatDateTime(atMs: number, timeZone: string): string {
  const text = formatter(timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(atMs)
  return timeZone === 'UTC' ? `${text}${NBSP}UTC` : text
}

/** The heading under which a list shows an instant: "This hour", "08:00–09:00" today, "Yesterday", "Sat 10 Jan". */
export function formatGroup(atMs: number, nowMs: number, timeZone: string): string {
  const day = dayOf(atMs, timeZone)
  if (day === dayOf(nowMs, timeZone)) return formatHour(atMs, nowMs, timeZone)
  if (day === dayOf(nowMs - DAY_MS, timeZone)) return 'Yesterday'
  return formatter(timeZone, { weekday: 'short', ...dateForm(atMs, nowMs, timeZone) }).format(atMs)
}

/** Day and month; the year only when it is not the present one. */
function dateForm(atMs: number, nowMs: number, timeZone: string): Intl.DateTimeFormatOptions {
  const isThisYear = dayOf(atMs, timeZone).slice(0, 4) === dayOf(nowMs, timeZone).slice(0, 4)
  return { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }
}

function formatHour(atMs: number, nowMs: number, timeZone: string): string {
  const hour = formatTime(atMs, timeZone).slice(0, 2)
  if (hour === formatTime(nowMs, timeZone).slice(0, 2)) return 'This hour'
  return `${hour}:00–${String((Number(hour) + 1) % 24).padStart(2, '0')}:00`
}

/** "2026-01-12": the calendar day in a zone. */
function dayOf(atMs: number, timeZone: string): string {
  return formatter(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(atMs)
}

/** Formatters are slow to make and are asked for once per row: kept, one per zone and form. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string, form: Intl.DateTimeFormatOptions, locale = LOCALE): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(form)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...form, timeZone, hourCycle: 'h23' })
  formatters.set(key, made)
  return made
}
