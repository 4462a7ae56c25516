import { offsetOf } from './zone-offset.ts'

/**
 * Reads the date formats that occur in feeds: RFC 822 and 2822 with all their liberties, RFC 3339 and the rest of
 * ISO 8601, C and JavaScript date strings, seconds or milliseconds since 1970, month names of the languages that feeds
 * are written in. It reads a text whole or not at all, so that no part of a date is taken for a year or a zone.
 * A missing time is midnight, a missing zone is UTC, a wrong weekday is ignored.
 * @returns milliseconds since 1970, or null for what is no whole date, cannot exist (31 June) or means several days (03/05/2024)
 */
export function parseDate(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.length > 200) return null
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (trimmed === '') return null
  if (rfc822.test(trimmed)) return parseRfc822(trimmed)
  return parseEpoch(trimmed) ?? parseWhole(plainly(trimmed))
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
 * The years 1000 to 9999 in UTC. What is before is an unset date: "0001-01-01T00:00:00Z" of .NET, "30 Nov -0001" of WordPress.
 */
const firstInstant = Date.parse('1000-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/** Years that feeds only have in the calendars of Iran and of Islam, and in that of Thailand. */
const otherCalendars = [
  [1300, 1500],
  [2500, 2700],
] as const

function instantOf(parts: Parts): number | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0 } = parts
  const isEndOfDay = hour === 24 && minute === 0 && second === 0
  if (month < 1 || month > 12 || day < 1 || (hour > 23 && !isEndOfDay) || minute > 59 || second > 60)
    return null
  if (otherCalendars.some(([from, to]) => year >= from && year < to)) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1) return null
  date.setUTCHours(hour, minute, Math.min(second, 59), millisecond)
  const instant = date.getTime() - (parts.offsetMinutes ?? 0) * 60_000
  return instant < firstInstant || instant > lastInstant ? null : instant
}

/** The format of most feeds: the other ways take ten times as long to find out that this is none of theirs. */
const rfc822 = /^(?:[A-Z][a-z]{2}, )?(\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|[+-]\d{4})$/

function parseRfc822(text: string): number | null {
  const match = rfc822.exec(text)
  const month = match === null ? null : monthOf(match[2])
  const offsetMinutes = offsetOf(match?.[7] ?? '')
  if (match === null || month === null || offsetMinutes === null) return null
  return instantOf({
    year: Number(match[3]),
    month,
    day: Number(match[1]),
    hour: Number(match[4]),
    minute: Number(match[5]),
    second: Number(match[6]),
    offsetMinutes,
  })
}

/** Ten and twelve digits that begin as a year do are a day with its hour or minute, or nothing: "2024050310" would be 2034 in seconds. */
function parseEpoch(text: string): number | null {
  if (/^(?:19|20)(?:\d{8}|\d{10})$/.test(text)) return null
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1000
  return /^\d{12,13}$/.test(text) ? Number(text) : null
}

/**
 * Without what says nothing more: weekdays in brackets, names of zones behind their offset. In our digits, without the signs of Chinese
 * and Korean, and with a name for a month that is a number there or in Vietnamese ("03 5月 2024", "03 Th5 2024").
 */
function plainly(text: string): string {
  const bare = text
    .replace(/ ?\((\p{L}{1,3})\)/gu, ' ')
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/(Z|[+-]\d\d:?\d\d)\[[\w/+-]+\]$/i, '$1')
    .replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) & 15))
  if (!/[年년]/.test(bare)) return withNamedMonth(bare).trim()
  return bare
    .replace(/[年년月월]/g, '-')
    .replace(/[日일]/g, ' ')
    .replace(/[時时시点]\s?/g, ':')
    .replace(/[分분]\s?(?=\d)/g, ':')
    .replace(/[分분秒초]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const numberedMonth =
  /(?<![\p{L}\d])(?:(\d{1,2}|十[一二]?|[一二三四五六七八九]) ?[月월]|th(?:áng )?(\d{1,2}))(?![\p{L}\d])/giu
const chineseNumbers = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ')
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function withNamedMonth(text: string): string {
  const named = text.replace(numberedMonth, (found, written?: string, vietnamese?: string) => {
    const number = written ?? vietnamese ?? ''
    return monthNames[(chineseNumbers.indexOf(number) + 1 || Number(number)) - 1] ?? found
  })
  return named === text ? text : named.replace(/^(?:thứ \p{L}+|t[2-7]),? /iu, '')
}

type Day = Pick<Parts, 'year' | 'month' | 'day'>
type Reader = readonly [pattern: RegExp, read: (groups: readonly string[]) => Day | null]

/** Each begins where the weekday is over; what follows has to be a time, a zone or nothing. */
const readers: readonly Reader[] = [
  // 2024-05-03, 2024/5/3, 2024. 5. 3.
  [/^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})\.?(?!\d)/, ([, y, , m, d]) => dayOf(y, Number(m), d)],
  // 20240503, 20240503T101500; eight digits that begin in another way are a number, not a day of the year 1212
  [
    /^((?:19|20)\d\d|\d{4}(?=\d{4}T))(\d\d)(\d\d)(?=$|\D|\d{4}(?:\d\d)?(?!\d))/,
    ([, y, m, d]) => dayOf(y, Number(m), d),
  ],
  [/^(\d{4})-?W(\d\d)-?([1-7])(?!\d)/, ([, y, week, d]) => dayOfWeek(y, week, d)],
  [/^(\d{4})-(\d{3})(?!\d)/, ([, y, d]) => dayOf(y, 1, d, true)],
  [
    // 3 May 2024, 03-May-24, 3. Mai 2024, 3 de mayo de 2024
    /^(\d{1,2})(st|nd|rd|th|er|º|\.)?[ -]+(?:de |of )?(\p{L}{3,12})\.?,?[ -]+(?:de |del |of )?(\d{4}|'?\d\d)(?![\d:h]|\.\d|, ?\d{4})/iu,
    // "3. listopada" is October in Croatian, "3 listopada" November in Polish.
    ([, d, dot, month, y]) => namedDay(y, dot === '.' && month === 'listopada' ? 'okt' : month, d),
  ],
  [
    // May 3, 2024; May 3rd 2024
    /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/iu,
    ([, month, d, y]) => namedDay(y, month, d),
  ],
  [
    // 2024. május 3., 2024-May-03
    /^(\d{4})\.?[ -](\p{L}{3,12})\.?[ -](\d{1,2})\.?(?!\d)/u,
    ([, y, month, d]) => namedDay(y, month, d),
  ],
]
/** The beginning of a month or year, as the format of `dc:date` shortens a date. Behind a word ("Spring 2024") it is none. */
const shortened: Reader = [/^(\d{4})(?:-(\d\d))?$/, ([, y, m]) => dayOf(y, Number(m || 1), '1')]
const cTime = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{1,2}:\d\d(?::\d\d)?)(?: ([A-Z]{1,5}|[+-]\d{4}))? (\d{4})$/iu

function parseWhole(text: string): number | null {
  const start = withoutWeekday(text)
  const c = cTime.exec(start)
  // RFC 822 means six hours behind UTC. Elsewhere the name is as often that of China, eight hours ahead.
  if (/\bCST\b/.test(start) && (c !== null || /^\d{4}/.test(start))) return null
  if (c !== null) {
    const day = namedDay(c[5], c[1], c[2])
    const time = day === null ? null : parseTime(` ${c[3]} ${c[4] ?? ''}`.trimEnd())
    return day === null || time === null ? null : instantOf({ ...day, ...time })
  }
  const numbers = readNumbers(start, start === text ? '' : text.slice(0, 3))
  if (numbers !== null) return numbers
  for (const [pattern, read] of start === text ? [...readers, shortened] : readers) {
    const match = pattern.exec(start)
    const day = match === null ? null : read(match.map((group: string | undefined) => group ?? ''))
    const time = match === null || day === null ? null : parseTime(start.slice(match[0].length))
    if (day !== null && time !== null) return instantOf({ ...day, ...time })
  }
  return null
}

/** 23/09/2024, 5/3/2024 10:15 PM, 03.05.2024, 23.09.99 */
const threeNumbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)\.?(?![\d:])/
const englishWeekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * A day of three numbers whose order is certain: it is the only one that makes a day, the weekday tells it, or the way of writing does
 * (`orderWritten`). "03/05/2024" alone is none, for half of the world means March.
 */
function readNumbers(text: string, weekday: string): number | null {
  const match = threeNumbers.exec(text)
  if (match === null) return null
  const [whole, first, sign = '', second, third = ''] = match
  const rest = text.slice(whole.length)
  const time = parseTime(rest)
  const possible = (['dmy', 'mdy', 'ymd'] as const).flatMap((order) => {
    const day = inOrder(order, [first, second, third])
    const at = day === null ? null : instantOf(day)
    return day === null || at === null ? [] : [{ order, day, at }]
  })
  if (time === null || possible.length === 0) return null
  const at = englishWeekdays.indexOf(weekday.toLowerCase())
  // "24.05.03" is Korean, "03.05.24" German; only a weekday before it says that it is no Korean.
  const order = third.length === 4 || sign === '/' || weekday !== '' ? orderWritten(sign, rest) : null
  const fitting =
    at === -1
      ? possible.filter((one) => one.order === order)
      : possible.filter((one) => new Date(one.at).getUTCDay() === at)
  const [sure, ...others] = new Set(possible.map((one) => one.at)).size === 1 ? possible.slice(0, 1) : fitting
  return sure === undefined || others.length > 0 ? null : instantOf({ ...sure.day, ...time })
}

type Order = 'dmy' | 'mdy' | 'ymd'

function inOrder(order: Order, [a = '', b = '', c = '']: readonly (string | undefined)[]): Day | null {
  if (order === 'ymd') return a.length === 2 && c.length === 2 ? dayOf(`${fullYear(a)}`, Number(b), c) : null
  const year = fullYear(c)
  return order === 'dmy'
    ? { year, month: Number(b), day: Number(a) }
    : { year, month: Number(a), day: Number(b) }
}

/** Dots put the day first wherever they are written, slashes with AM or PM the month, and "10h15" and "Uhr" are said where the day is first. */
function orderWritten(sign: string, rest: string): Order | null {
  if (sign === '.' || /\d ?h ?\d|\buhr\b/i.test(rest)) return 'dmy'
  return sign === '/' && /\d ?[ap]\.? ?m\b/i.test(rest) ? 'mdy' : null
}

/** One word before the date, whatever its language, that is no month. */
function withoutWeekday(text: string): string {
  const match = /^(\p{L}{1,13})[.,]{0,2} ?(?=.)/u.exec(text)
  return match === null || monthOf(match[1]) !== null ? afterComma(text, match) : text.slice(match[0].length)
}

/** "Mar, 5 Mar 2024" begins with a Tuesday: behind it comes a day, which no month has there. */
function afterComma(text: string, match: RegExpExecArray | null): string {
  const rest = match === null ? '' : text.slice(match[0].length)
  return /^\d{1,2}(?: |-|\. )(?:de )?\p{L}{3}/u.test(rest) ? rest : text
}

function dayOf(year = '', month: number, day = '', isOrdinal = false): Day | null {
  const y = Number(year)
  const d = Number(day)
  if (!isOrdinal) return { year: y, month, day: d }
  const at = new Date(Date.UTC(y, 0, d))
  return d >= 1 && at.getUTCFullYear() === y
    ? { year: y, month: at.getUTCMonth() + 1, day: at.getUTCDate() }
    : null
}

/** ISO 8601: the first week is that of 4 January, weeks begin on Monday. */
function dayOfWeek(year = '', week = '', day = ''): Day | null {
  const fourth = new Date(Date.UTC(Number(year), 0, 4))
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7)
  const at = new Date(Date.UTC(Number(year), 0, monday + (Number(week) - 1) * 7 + Number(day) - 1))
  const isWeek = Number(week) >= 1 && Number(week) <= 53
  return isWeek ? { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() } : null
}

function namedDay(year = '', monthName = '', day = ''): Day | null {
  const month = monthOf(monthName)
  return month === null ? null : { year: fullYear(year.replace("'", '')), month, day: Number(day) }
}

/** The beginnings of the names of the twelve months, by languages and their forms; the longest beginning that fits counts. */
const monthStarts: readonly string[] = [
  'jan jän ene gen ian jaan janv led sty sij oca tammi sau янв січ сту яну јан ιαν يناير ינו',
  'feb fév fev febr vee úno lut velj şub helmi vas фев феб лют φεβ فبراير פבר',
  'mar mär mrz maa mrt már març bře ožu kov мар бер сак μαρ μάρ مارس מרץ',
  'apr avr abr ápr kwi dub tra nis huhti bal апр квіт кві кра απρ أبريل אפר',
  'may mai mei mag maj máj maí maig kvě svi touko geg май мая тра трав мај μαι μαϊ μάι μαΐ مايو מאי',
  'jun juin giu jún jūn iun juny juuni cze čvn červen června lipn haz kesä bir июн черв чер чэр юни јун ιουν ιούν يونيو יונ',
  'jul juil lug júl jūl iul juuli lip čvc červenec července srpanj srpnj tem heinä lie июл лип ліп юли јул ιουλ ιούλ يوليو יול',
  'aug aoû aou ago ogo ağu agu agt ágú avg sie srp kol elo rugp авг серп сер жні αυγ αύγ أغسطس אוג',
  'sep set sze wrz zář ruj eyl syys rugs сен верес вер сеп σεπ سبتمبر ספט',
  'oct okt out ott paź říj eki loka spa окт жовт жов кас οκτ أكتوبر אוק',
  'nov nóv noi noie lis stu marras kasım kas lap ноя листоп лис ліс ное нов νοε νοέ نوفمبر נוב',
  'dec dez déc dic dis des det dets pro gru ara joulu дек груд гру сне дец δεκ ديسمبر דצמ',
]
const months: readonly (readonly [start: string, month: number])[] = monthStarts
  .flatMap((starts, at) => starts.split(' ').map((start) => [start, at + 1] as const))
  .sort(([a], [b]) => b.length - a.length)

function monthOf(name = ''): number | null {
  // Hebrew writes "3 in May".
  const lower = name.toLowerCase().replace(/^ב/, '')
  return months.find(([start]) => lower.startsWith(start))?.[1] ?? null
}

type Time = Pick<Parts, 'hour' | 'minute' | 'second' | 'millisecond' | 'offsetMinutes'>
const timeAndZone =
  /^[ T,–—-]{0,4}(?:(\p{L}{1,13})[.,]{0,2} ?)?(?:(\d{1,2})(?:[:.h](\d{2})|(\d{2}))(?:[:.]?(\d{2})(?:[.,:](\d{1,9}))?)?(?: ?(?:uhr|hrs?|h|ч)\b\.?)? ?(?:([ap])\.? ?m\b\.?)?)? ?(.*)$/iu

/** The rest behind a day: a word ("at", a weekday), a time, a zone; null where there is something else. */
function parseTime(text: string): Time | null {
  if (text === '') return {}
  const match = timeAndZone.exec(text)
  if (match === null) return null
  const [, word = '', hour, colonMinute, minute = colonMinute, second, fraction = '0', half, zone = ''] =
    match
  // "GMT" is no word before a time.
  if (hour === undefined)
    return /^[–—-]/.test(text) && word !== '' ? null : zoneAlone(`${word} ${zone}`.trim())
  // Only what is run together ("20240503T1015"), or has a zone ("1500 GMT"), has no sign between hour and minute.
  if (colonMinute === undefined && !/^[T\d]/i.test(text) && zone === '') return null
  const later = half?.toLowerCase() === 'p' || /^(午後|下午|오후|μμ)$/.test(word)
  const isTwelve = half !== undefined || later || /^(午前|上午|오전|πμ)$/.test(word)
  const offsetMinutes = zone === '' ? 0 : offsetOf(zone)
  if (offsetMinutes === null) return null
  const written = Number(hour)
  // "22:15 PM" is said twice, "22:15 AM" is two things.
  if (isTwelve && !later && written > 12) return null
  return {
    hour: isTwelve && written <= 12 ? (written % 12) + (later ? 12 : 0) : written,
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
    offsetMinutes,
  }
}

function zoneAlone(text: string): Time | null {
  const offsetMinutes = /^\p{L}{0,13}[.,]{0,2}$/u.test(text) ? (offsetOf(text) ?? 0) : offsetOf(text)
  return offsetMinutes === null ? null : { offsetMinutes }
}

/** Two-digit years as RFC 2822 (4.3) reads them: 00-49 is this century, 50-99 the last. */
function fullYear(year: string): number {
  const value = Number(year)
  return year.length === 2 ? (value < 50 ? 2000 : 1900) + value : value
}
