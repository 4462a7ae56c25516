import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatClock,
  formatDateTime,
  formatDuration,
  formatGroup,
  formatMoment,
  formatRate,
  formatRelative,
  formatShare,
  formatUnread,
} from '#lib/text/format.ts'
import { delayWords, describeDelay, formatDelay } from '#lib/api/postings/format-delay.ts'
import { localeOf } from '#lib/words/server-words.ts'

const english = localeOf('en')
const german = localeOf('de')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-01-05T09:24:00Z')

/** The text as a reader sees it: no-break spaces look like spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [38_000, '38 s'],
    [59_400, '59 s'],
    [59_600, '1 min'],
    [4 * MINUTE_MS, '4 min'],
    [59.4 * MINUTE_MS, '59 min'],
    [59.6 * MINUTE_MS, '1 h'],
    [65 * MINUTE_MS, '1 h 05'],
    [70 * MINUTE_MS, '1 h 10'],
    [DAY_MS - 1, '1 day'],
    [2 * DAY_MS, '2 days'],
    [1234 * DAY_MS, '1,234 days'],
  ])('writes %d ms as "%s"', (durationMs, text) => {
    expect(plain(formatDuration(durationMs, english))).toBe(text)
  })

  it('keeps number and unit on one line', () => {
    expect(formatDuration(4 * MINUTE_MS, english)).toBe('4\u00a0min')
  })

  it.each([-1, NaN])('refuses %d', (durationMs) => {
    expect(() => formatDuration(durationMs, english)).toThrow(RangeError)
  })
})

describe('formatDelay', () => {
  it('writes the unit of a range once when both ends share it', () => {
    expect(
      plain(formatDelay({ kind: 'range', leastMs: 3 * MINUTE_MS, mostMs: 15 * MINUTE_MS }, english)),
    ).toBe('3–15 min')
  })

  it('writes a range from nought without a second unit', () => {
    expect(plain(formatDelay({ kind: 'range', leastMs: 0, mostMs: 21 * MINUTE_MS }, english))).toBe(
      '0–21 min',
    )
  })

  it('writes both units of a range when they differ', () => {
    expect(plain(formatDelay({ kind: 'range', leastMs: 40_000, mostMs: 3 * MINUTE_MS }, english))).toBe(
      '40 s–3 min',
    )
    expect(
      plain(formatDelay({ kind: 'range', leastMs: 70 * MINUTE_MS, mostMs: 80 * MINUTE_MS }, english)),
    ).toBe('1 h 10–1 h 20')
  })

  it('writes one figure when both ends of a range read the same', () => {
    expect(
      plain(formatDelay({ kind: 'range', leastMs: 3 * MINUTE_MS, mostMs: 3 * MINUTE_MS + 1 }, english)),
    ).toBe('3 min')
  })

  it('says nothing of a first document and doubts what cannot be', () => {
    expect(formatDelay({ kind: 'initial' }, english)).toBe('')
    expect(formatDelay({ kind: 'doubtful' }, english)).toBe('doubtful')
  })
})

it('a delay that stands alone has a word, and what has no length none', () => {
  const range = { kind: 'range', leastMs: 3 * MINUTE_MS, mostMs: 15 * MINUTE_MS } as const
  expect(plain(delayWords(range, english))).toBe('after 3–15 min')
  expect(plain(delayWords({ kind: 'exact', delayMs: 6 * MINUTE_MS }, english))).toBe('after 6 min')
  expect(delayWords({ kind: 'doubtful' }, english)).toBe('doubtful')
  expect(delayWords({ kind: 'initial' }, english)).toBe('')
})

describe('describeDelay', () => {
  it('names the promise only when it was broken', () => {
    const delay = { kind: 'exact', delayMs: 26 * MINUTE_MS } as const
    expect(plain(describeDelay(delay, english, 20 * MINUTE_MS))).toBe(
      'Found 26 min after publication; promised 20 min',
    )
    expect(plain(describeDelay(delay, english, 30 * MINUTE_MS))).toBe('Found 26 min after publication')
    expect(plain(describeDelay(delay, english))).toBe('Found 26 min after publication')
  })
})

describe('counts, rates and shares', () => {
  it.each([
    [0, ''],
    [7, '7'],
    [9999, '9,999'],
    [10_000, '9,999+'],
  ])('writes %d unread as "%s"', (count, text) => expect(formatUnread(count, english)).toBe(text))

  it.each([
    [null, 'unknown'],
    [0, 'none'],
    [240, '240 a day'],
    [3.14, '3.1 a day'],
    [0.5, '3.5 a week'],
    [0.1, '3 a month'],
    [0.001, 'less than 1 a month'],
  ])('writes %s per day as "%s"', (perDay, text) => expect(plain(formatRate(perDay, english))).toBe(text))

  it.each([
    [null, 'unknown'],
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.034, '3.4 %'],
    [0.6, '60 %'],
    [0.9999, '99 %'],
    [1, '100 %'],
  ])('writes a share of %s as "%s"', (share, text) => expect(plain(formatShare(share, english))).toBe(text))

  it.each([
    [0, '0 MB'],
    [999, '1 kB'],
    [99_900, '100 kB'],
    [100_000, '0.1 MB'],
    [12_340_000, '12 MB'],
    [999_000_000, '999 MB'],
    [4_240_000_000, '4.2 GB'],
  ])('writes %i bytes as "%s"', (bytes, text) => expect(plain(formatBytes(bytes, english))).toBe(text))
})

describe('instants', () => {
  it.each([
    [NOW_MS - 3000, 'now'],
    [NOW_MS - 38_000, '38 s ago'],
    [NOW_MS - 4 * MINUTE_MS, '4 min ago'],
    [NOW_MS - 100 * MINUTE_MS, '2 h ago'],
    [NOW_MS - 3 * DAY_MS, '3 days ago'],
    [NOW_MS + 8 * MINUTE_MS, 'in 8 min'],
    [NOW_MS - 40 * DAY_MS, '26 Nov 2025'],
  ])('writes %d relatively as "%s"', (atMs, text) => {
    expect(plain(formatRelative(atMs, NOW_MS, 'UTC', english))).toBe(text)
  })

  it('shows the time today and the date on other days, both in the zone of the reader', () => {
    const lateEvening = Date.parse('2026-01-04T23:30:00Z')
    expect(formatClock(lateEvening, NOW_MS, 'UTC', english)).toBe('4 Jan')
    expect(formatClock(lateEvening, NOW_MS, 'Europe/Berlin', english)).toBe('00:30')
  })

  it('gives the date with the time for a moment of another day', () => {
    expect(formatMoment(NOW_MS, NOW_MS, 'UTC', english)).toBe('09:24')
    expect(formatMoment(Date.parse('2026-01-04T23:30:00Z'), NOW_MS, 'UTC', english)).toBe('4 Jan, 23:30')
  })

  it('names UTC where that is the zone', () => {
    expect(plain(formatDateTime(NOW_MS, 'UTC', english))).toBe('5 Jan 2026, 09:24 UTC')
    expect(plain(formatDateTime(NOW_MS, 'Europe/Berlin', english))).toBe('5 Jan 2026, 10:24')
  })

  it.each([
    ['2026-01-05T09:01:00Z', 'This hour'],
    ['2026-01-05T08:56:00Z', '08:00–09:00'],
    ['2026-01-05T00:10:00Z', '00:00–01:00'],
    ['2026-01-04T23:59:00Z', 'Yesterday'],
    ['2026-01-03T12:00:00Z', 'Sat 3 Jan'],
    ['2025-12-31T12:00:00Z', 'Wed 31 Dec 2025'],
  ])('groups %s under "%s"', (at, text) => {
    expect(plain(formatGroup(Date.parse(at), NOW_MS, 'UTC', english))).toBe(text)
  })

  it('ends the last hour of a day at midnight', () => {
    const now = Date.parse('2026-01-05T21:00:00Z')
    expect(formatGroup(Date.parse('2026-01-05T18:10:00Z'), now, 'Asia/Kathmandu', english)).toBe('Yesterday')
    expect(
      formatGroup(Date.parse('2026-01-05T23:10:00Z'), Date.parse('2026-01-05T22:00:00Z'), 'UTC', english),
    ).toBe('23:00–00:00')
  })
})

describe('in German', () => {
  it.each([
    [NOW_MS - DAY_MS, 'vor 1 Tag'],
    [NOW_MS - 3 * DAY_MS, 'vor 3 Tagen'],
    [NOW_MS + 3 * DAY_MS, 'in 3 Tagen'],
    [NOW_MS - 4 * MINUTE_MS, 'vor 4 min'],
  ])('writes %d relatively as "%s"', (atMs, text) => {
    expect(plain(formatRelative(atMs, NOW_MS, 'UTC', german))).toBe(text)
  })

  it('writes numbers, rates and dates as Germans do', () => {
    expect(formatUnread(10_000, german)).toBe('9.999+')
    expect(plain(formatRate(3.14, german))).toBe('3,1 am Tag')
    expect(formatClock(Date.parse('2026-01-04T23:30:00Z'), NOW_MS, 'UTC', german)).toBe('4. Jan.')
    expect(plain(formatDateTime(NOW_MS, 'Europe/Berlin', german))).toBe('05.01.2026, 10:24')
  })
})
