import { expect, test } from 'vitest'
import { irregularRate, priorObservations } from '#lib/lab/literature/irregular-rate.ts'
import { updateClass, type UpdateEvidence } from '#lib/lab/literature/update-class.ts'
import { earliestByHints } from '#lib/policy/schedule/hints.ts'
import { credibleTime, isDatedOnTheFly, planningTimes } from '#lib/policy/timestamps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'
import { expectNear } from '#tests/policy/near.ts'

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
  expect(planningTimes([monday + tolerance, before, before - 1], poll)).toEqual([monday, before, monday])
})

test('dates: for planning, what cannot be believed counts as found now, and so does a document made on the fly', () => {
  expect(planningTimes([monday - DAY_MS, null, monday - MINUTE_MS], poll)).toEqual([
    monday,
    monday,
    monday - MINUTE_MS,
  ])
  expect(planningTimes([monday - 400, monday, monday + 900], { ...poll, previousSuccessAt: null })).toEqual([
    monday,
    monday,
    monday,
  ])
  expect(isDatedOnTheFly([monday], monday)).toBe(false)
})

test("dates: a server's clock that runs behind is put right", () => {
  const serverDate = monday - 3 * HOUR_MS
  expect(planningTimes([serverDate - 20 * MINUTE_MS, serverDate - 10 * MINUTE_MS], poll, serverDate)).toEqual(
    [monday - 20 * MINUTE_MS, monday - 10 * MINUTE_MS],
  )
})

const evidence = (times: readonly number[], changes: Partial<UpdateEvidence> = {}): UpdateEvidence => ({
  shownTimes: times.slice(-15),
  knownTimes: times,
  lastPollAt: monday,
  ...changes,
})
const every = (gapMs: number, count: number, until = monday - MINUTE_MS): number[] =>
  Array.from({ length: count }, (_, index) => until - (count - 1 - index) * gapMs)

test('update classes: each rule has its source', () => {
  expect(updateClass(evidence([]))).toBe('empty')
  expect(updateClass(evidence([monday - DAY_MS]))).toBe('single-entry')
  expect(updateClass(evidence([monday, monday, monday]))).toBe('on-the-fly')
  expect(updateClass(evidence(Array(5).fill(monday - HOUR_MS)))).toBe('chunked')
  expect(updateClass(evidence(every(DAY_MS, 10, monday - 60 * DAY_MS)))).toBe('zombie')
  expect(updateClass(evidence(every(30 * DAY_MS, 10, monday - 60 * DAY_MS)))).toBe('spontaneous') // silent for two of its gaps
  expect(updateClass(evidence(every(1.9 * HOUR_MS, 200)))).toBe('constant')
  const office = every(HOUR_MS, 24 * 14).filter(
    (at) => (at % DAY_MS) / HOUR_MS >= 9 && (at % DAY_MS) / HOUR_MS < 17,
  )
  expect(updateClass(evidence(office))).toBe('sliced')
  expect(updateClass(evidence(every(2.3 * DAY_MS, 12)))).toBe('spontaneous')
  expect(updateClass(evidence(every(5 * HOUR_MS, 60)))).toBeNull()
})

test('most likely rate at irregular gaps: a page seen once, regular gaps, and where there is none', () => {
  expectNear(irregularRate(priorObservations), 0.017392, 1e-6)
  expectNear(1 / (irregularRate(priorObservations) ?? 0), 57.4985)
  const regular = Array.from({ length: 10 }, (_, index) => ({ length: 2, changed: index < 4 }))
  expectNear(irregularRate(regular), -Math.log(0.6) / 2, 1e-9)
  expect(irregularRate([{ length: 3, changed: false }])).toBe(0)
  expect(irregularRate([])).toBe(0)
  expect(irregularRate([{ length: 3, changed: true }])).toBeNull()
  expect(() => irregularRate([{ length: 0, changed: true }])).toThrow(/length/)
})
