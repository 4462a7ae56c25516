import { expect, test } from 'vitest'
import { earliestByHints } from '#lib/policy/schedule/hints.ts'
import { credibleTime, isDatedOnTheFly } from '#lib/policy/timestamps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'

const week = 7 * DAY_MS
const hints = { ttlMinutes: 60, skipHours: [0, 1], skipDays: [0] }
const instant = (text: string): number => Date.parse(`${text}Z`)

test.each([
  ['2003-12-27T23:30', '2003-12-29T02:00'],
  ['2003-12-24T12:14', '2003-12-24T13:14'],
  ['2003-12-24T23:30', '2003-12-25T02:00'],
])('hints: polled at %s, the publisher wants the next poll no sooner than %s', (last, next) => {
  expect(earliestByHints(instant(last), hints, week)).toBe(instant(next))
})

test('hints: all hours or all days skipped, or no hints at all, mean nothing', () => {
  const all = { skipHours: Array.from({ length: 24 }, (_, hour) => hour), skipDays: [0, 1, 2, 3, 4, 5, 6] }
  expect(earliestByHints(monday, all, week)).toBe(monday)
  expect(earliestByHints(monday, {}, week)).toBe(monday)
  expect(earliestByHints(monday, { ttlMinutes: -5, skipHours: [24, 0.5], skipDays: [9] }, week)).toBe(monday)
})

test('hints: a long max-age counts, but never beyond the longest wait', () => {
  expect(earliestByHints(monday, { ttlMinutes: 10, maxAgeSeconds: 7200 }, week)).toBe(monday + 2 * HOUR_MS)
  expect(earliestByHints(monday, { ttlMinutes: 1e9 }, week)).toBe(monday + week)
  expect(earliestByHints(monday, { skipDays: [1, 2, 3, 4, 5, 6] }, DAY_MS)).toBe(monday + DAY_MS)
})

const poll = { foundAt: monday, previousSuccessAt: monday - HOUR_MS }

test('dates: the future, and what the last poll would have shown, are not believed; little errors are', () => {
  expect(credibleTime(monday - 30 * MINUTE_MS, poll)).toBe(monday - 30 * MINUTE_MS)
  expect(credibleTime(monday + DAY_MS, poll)).toBeNull()
  expect(credibleTime(monday - DAY_MS, poll)).toBeNull()
  expect(credibleTime(monday - DAY_MS, { ...poll, previousSuccessAt: null })).toBe(monday - DAY_MS)
  expect(credibleTime(monday + 5 * MINUTE_MS, poll)).toBe(monday)
  const first = { ...poll, previousSuccessAt: null }
  const epoch = 0
  const year1990 = Date.UTC(1990, 0)
  expect([epoch, year1990 - 1, year1990].map((at) => credibleTime(at, first))).toEqual([null, null, year1990])
  expect([credibleTime(null, poll), credibleTime(Number.NaN, poll)]).toEqual([null, null])
})

test('dates: ten minutes into the future and before the last poll are believed, a millisecond more is not', () => {
  const tolerance = 10 * MINUTE_MS
  const before = poll.previousSuccessAt - tolerance
  expect([credibleTime(monday + tolerance, poll), credibleTime(before, poll)]).toEqual([monday, before])
  expect([credibleTime(monday + tolerance + 1, poll), credibleTime(before - 1, poll)]).toEqual([null, null])
})

test('dates: a document made on the fly dates all its postings by the answer, and has several', () => {
  expect(isDatedOnTheFly([monday - 400, monday, monday + 900], monday)).toBe(true)
  expect(isDatedOnTheFly([monday], monday)).toBe(false)
})
