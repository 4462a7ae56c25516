import { offsetOf } from './zone-offset.ts'

/**
 * Reads the date formats that occur in feeds: RFC 822 and 2822 with all their liberties, RFC 3339 and the rest of
 * ISO 8601, C and JavaScript date strings, seconds or milliseconds since 1970, month names of some languages.
 * A missing time is midnight, a missing zone is UTC, a wrong weekday is ignored.
 * @returns milliseconds since 1970, or null for what is not a date or cannot exist (31 June)
 */
export function parseDate(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.length > 200) return null
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (trimmed === '') return null
  return (
    parseRfc822(trimmed) ??
    parseEpoch(trimmed) ??
    parseIso(trimmed) ??
    parseSlashes(trimmed) ??
    parseWords(trimmed)
  )
}

type Parts = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
  readonly millisecond?: number
  readonly offsetMinutes?: number | null
}

/**
 * The years 1 to 9999 in UTC, which a database can hold. "0001-01-01T00:00:00+02:00", an unset date of .NET, is before.
 */
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

function instantOf(parts: Parts): number | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0 } = parts
  const isEndOfDay = hour === 24 && minute === 0 && second === 0
  if (month < 1 || month > 12 || day < 1 || (hour > 23 && !isEndOfDay) || minute > 59 || second > 60)
    return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || year < 1) return null
  date.setUTCHours(hour, minute, Math.min(second, 59), millisecond)
  const instant = date.getTime() - (parts.offsetMinutes ?? 0) * 60_000
  return instant < firstInstant || instant > lastInstant ? null : instant
}

/** What most feeds write: the other ways take ten times as long to find out that this is none of theirs. */
const rfc822 = /^(?:[A-Z][a-z]{2}, )?(\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|[+-]\d{4})$/

function parseRfc822(text: string): number | null {
  const match = rfc822.exec(text)
  const month = match === null ? null : monthOf(match[2])
  if (match === null || month === null) return null
  return instantOf({
    year: Number(match[3]),
    month,
    day: Number(match[1]),
    hour: Number(match[4]),
    minute: Number(match[5]),
    second: Number(match[6]),
    offsetMinutes: offsetOf(match[7] ?? ''),
  })
}

function parseEpoch(text: string): number | null {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000
  return /^\d{12,13}$/.test(text) ? Number(text) : null
}

const iso =
  /^([12]\d{3}|0\d{3})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:(?:T| |T | T)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:](\d+))?)?)? ?(.*)$/i

function parseIso(text: string): number | null {
  const match = iso.exec(text)
  if (match === null) return null
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const offsetMinutes = zone === '' ? 0 : offsetOf(zone ?? '')
  if (offsetMinutes === null) return null
  return instantOf({
    year: Number(year),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '0').padEnd(3, '0').slice(0, 3)),
    offsetMinutes,
  })
}

const slashes = /^(\d{1,4})([/.])(\d{1,2})\2(\d{1,4})\b,? ?(.*)$/

function parseSlashes(text: string): number | null {
  const match = slashes.exec(text)
  if (match === null) return null
  const [, first = '', separator, second = '', third = '', rest = ''] = match
  const time = parseTime(rest)
  if (first.length === 4)
    return instantOf({ year: Number(first), month: Number(second), day: Number(third), ...time })
  const year = fullYear(third)
  const [a, b] = [Number(first), Number(second)]
  // 5/2/2024 is American, 5.2.2024 is not; a number above 12 can only be the day.
  const isMonthFirst = (separator === '/' && a <= 12) || b > 12
  return instantOf({ year, month: isMonthFirst ? a : b, day: isMonthFirst ? b : a, ...time })
}

/** First letters of month names; longer ones first where they would be mistaken. */
const months: readonly (readonly [start: string, month: number])[] = [
  ...['jan', 'ene', 'gen', 'янв', 'ιαν', 'sty', 'led'].map((start) => [start, 1] as const),
  ...['feb', 'fév', 'fev', 'фев', 'φεβ', 'lut', 'úno'].map((start) => [start, 2] as const),
  ...['mar', 'mär', 'mrz', 'maa', 'mrt', 'мар', 'μαρ', 'bře'].map((start) => [start, 3] as const),
  ...['apr', 'avr', 'abr', 'апр', 'απρ', 'kwi', 'dub'].map((start) => [start, 4] as const),
  ...['may', 'mai', 'mei', 'mag', 'май', 'мая', 'μαι', 'μαϊ', 'maj', 'kvě'].map(
    (start) => [start, 5] as const,
  ),
  ...['juil', 'jul', 'lug', 'июл', 'ιουλ', 'ιούλ', 'lip'].map((start) => [start, 7] as const),
  ...['jun', 'juin', 'giu', 'июн', 'ιουν', 'ιούν', 'cze'].map((start) => [start, 6] as const),
  ...['aug', 'aoû', 'aou', 'ago', 'авг', 'αυγ', 'αύγ', 'sie', 'srp'].map((start) => [start, 8] as const),
  ...['sep', 'set', 'сен', 'σεπ', 'wrz', 'zář'].map((start) => [start, 9] as const),
  ...['oct', 'okt', 'out', 'ott', 'окт', 'οκτ', 'paź', 'říj'].map((start) => [start, 10] as const),
  ...['nov', 'ноя', 'νοε', 'νοέ', 'lis'].map((start) => [start, 11] as const),
  ...['dec', 'dez', 'déc', 'dic', 'дек', 'δεκ', 'gru', 'pro'].map((start) => [start, 12] as const),
]

const dayMonthYear =
  /(?:^|[ ,])(\d{1,2})(?:st|nd|rd|th|\.)?[ -]+(?:de )?([\p{L}]{3,12})\.?,?[ -]+(?:de )?(\d{2,4})\b(.*)$/iu
const monthDayYear = /(?:^|[ ,])([\p{L}]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b(.*)$/iu
const cTime = /(?:^|[ ,])([\p{L}]{3,12})\.? (\d{1,2}),? (\d{1,2}:\d{2}(?::\d{2})?.*?) (\d{4})$/iu

function parseWords(text: string): number | null {
  const c = cTime.exec(text)
  if (c !== null) return fromWords(c[4], c[1], c[2], c[3])
  const european = dayMonthYear.exec(text)
  if (european !== null) return fromWords(european[3], european[2], european[1], european[4])
  const american = monthDayYear.exec(text)
  return american === null ? null : fromWords(american[3], american[1], american[2], american[4])
}

function fromWords(year = '', monthName = '', day = '', rest = ''): number | null {
  const month = monthOf(monthName)
  return month === null
    ? null
    : instantOf({ year: fullYear(year), month, day: Number(day), ...parseTime(rest) })
}

function monthOf(name = ''): number | null {
  const lower = name.toLowerCase()
  return months.find(([start]) => lower.startsWith(start))?.[1] ?? null
}

function parseTime(text: string): Pick<Parts, 'hour' | 'minute' | 'second' | 'offsetMinutes'> {
  const match = /(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?:[.,]\d+)?\s*(?:([ap])\.?m\b\.?)?\s*(.*)$/i.exec(text)
  if (match === null) return { offsetMinutes: offsetOf(text.trim()) }
  const [, hour, minute, second, half, zone = ''] = match
  return {
    hour: half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0),
    minute: Number(minute),
    second: Number(second ?? 0),
    offsetMinutes: offsetOf(zone),
  }
}

/** Two-digit years as RFC 2822 (4.3) reads them: 00-49 is this century, 50-99 the last. */
function fullYear(year: string): number {
  const value = Number(year)
  if (year.length === 2) return value < 50 ? 2000 + value : 1900 + value
  return year.length === 3 ? 1900 + value : value
}
