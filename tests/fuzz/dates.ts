import fc from 'fast-check'
import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { oddText } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')
const two = (value: number) => `${value}`.padStart(2, '0')
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Written = { readonly at: Date; readonly offset: string }

/** Every format that parseDate says it reads, to the second; `at` is the local time, `offset` its zone. */
const formats: Readonly<Record<string, (written: Written) => string>> = {
  rfc822: ({ at, offset }) =>
    `${weekdays[at.getUTCDay()]}, ${two(at.getUTCDate())} ${months[at.getUTCMonth()]} ${year(at)} ${clock(at)} ${offset.replace(':', '')}`,
  'rfc822 without weekday': ({ at, offset }) =>
    `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${year(at)} ${clock(at)} ${offset.replace(':', '')}`,
  rfc3339: ({ at, offset }) => `${day(at)}T${clock(at)}${offset}`,
  'rfc3339 in parts': ({ at, offset }) => `${day(at)}T${clock(at)}.000${offset}`,
  'iso with a blank': ({ at, offset }) => `${day(at)} ${clock(at)} ${offset}`,
  'iso run together': ({ at, offset }) => `${day(at)}T${clock(at)}`.replaceAll(/[-:]/g, '') + offset,
  'american words': ({ at, offset }) =>
    `${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${year(at)} ${clock(at)} ${offset}`,
  slashes: ({ at, offset }) =>
    `${year(at)}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())} ${clock(at)} ${offset}`,
  dots: ({ at, offset }) =>
    `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${year(at)} ${clock(at)} ${offset}`,
}
const withoutZone: typeof formats = {
  'c time': ({ at }) =>
    `${weekdays[at.getUTCDay()]} ${months[at.getUTCMonth()]} ${`${at.getUTCDate()}`.padStart(2)} ${clock(at)} ${year(at)}`,
  javascript: ({ at }) => at.toString(),
  gmt: ({ at }) => at.toUTCString(),
}

function year(at: Date): string {
  return `${at.getUTCFullYear()}`.padStart(4, '0')
}
function clock(at: Date): string {
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}
function day(at: Date): string {
  return `${year(at)}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
}

/** ISO 8601 is read up to the year 2999: a longer number of that form is more likely none. */
const seconds = fc.integer({ min: Date.UTC(1001, 0) / 1000, max: Date.UTC(2999, 0) / 1000 })
const zone = fc.tuple(
  fc.constantFrom('+', '-'),
  fc.integer({ min: 0, max: 13 }),
  fc.constantFrom(0, 15, 30, 45),
)
const pieces = fc.constantFrom(
  ...weekdays,
  ...months,
  ...[
    '05',
    '31',
    '2026',
    '26',
    '99',
    '0',
    '24:00:00',
    '23:59:60',
    '10:30',
    '10:30 pm',
    '-',
    '/',
    '.',
    ',',
    ' ',
    'T',
  ],
  ...[
    'GMT',
    'EST',
    'Z',
    '+0100',
    '+25:00',
    '-99:99',
    'avril',
    'März',
    'de',
    '1767571200',
    '999999999999',
    '.5',
    ':',
  ],
)

/** Years that only the calendars of Iran, of Islam and of Thailand have in feeds are read as none. */
function isOfOurCalendar(second: number): boolean {
  const year = new Date(second * 1000).getUTCFullYear()
  return (year < 1299 || year > 1500) && (year < 2499 || year > 2700)
}

export const dateTargets = [
  fuzzTarget(
    'dates: any text is an instant that a database holds, or none',
    100_000,
    fc.oneof(
      oddText,
      fc.array(fc.oneof(pieces, oddText), { maxLength: 12 }).map((all) => all.join(' ')),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    ),
    (text) => {
      const at = parseDate(text)
      mustHold(at === null || (Number.isInteger(at) && at >= first && at <= last), `${at}`)
    },
  ),
  fuzzTarget(
    'dates: an instant is read back from every format it is written in',
    20_000,
    fc.tuple(seconds.filter(isOfOurCalendar), zone),
    ([second, [sign, hours, minutes]]) => {
      const offsetMs = (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
      const written = {
        at: new Date(second * 1000 + offsetMs),
        offset: `${sign}${two(hours)}:${two(minutes)}`,
      }
      for (const [name, format] of Object.entries(formats)) mustRead(name, format(written), second * 1000)
      const plain = { at: new Date(second * 1000), offset: '' }
      for (const [name, format] of Object.entries(withoutZone)) mustRead(name, format(plain), second * 1000)
    },
  ),
]

function mustRead(name: string, text: string, expected: number): void {
  const got = parseDate(text)
  mustHold(
    got === expected,
    `${name} "${text}" is read as ${got === null ? 'none' : new Date(got).toISOString()}`,
  )
}
