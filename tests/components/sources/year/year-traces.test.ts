import { expect, test } from 'vitest'
import { delaysByMonth, withinOf, yearTraces } from '#components/sources/year/year-traces.ts'
import type { DelayPoint } from '#lib/api/freshness/freshness.ts'

const minuteMs = 60_000
const nowMs = Date.parse('2026-03-31T12:00:00Z')
const point = (publishedAt: string, minutes: number, kind: 'exact' | 'doubtful' = 'exact'): DelayPoint => ({
  postingId: publishedAt,
  title: 'Tide',
  publishedAt,
  foundAt: new Date(Date.parse(publishedAt) + minutes * minuteMs).toISOString(),
  delay: kind === 'exact' ? { kind, delayMs: minutes * minuteMs } : { kind },
})
const zone = { promiseMs: 10 * minuteMs, timeZone: 'Europe/Berlin', nowMs }

test('a trace stands on its day and at its time in the zone of the reader, before and after clocks change', () => {
  // Berlin is one hour ahead in winter, and two from 2026-03-29 on.
  const traces = yearTraces([point('2026-03-28T22:30:00Z', 4), point('2026-03-30T22:30:00Z', 4)], zone)
  expect(traces).toEqual([
    { daysAgo: 3, from: 23 * 60 + 30, until: 23 * 60 + 34, tone: 'fresh' },
    { daysAgo: 0, from: 30, until: 34, tone: 'fresh' },
  ])
})

test('a trace ends at midnight, is late beyond the promise, and none is late without one', () => {
  const late = point('2026-03-20T22:50:00Z', 30)
  expect(yearTraces([late], zone)).toEqual([{ daysAgo: 11, from: 1430, until: 1440, tone: 'late' }])
  expect(yearTraces([late], { ...zone, promiseMs: null })[0]?.tone).toBe('fresh')
})

test('postings without an exact time, and those of more than a year ago, have no trace', () => {
  const others = [point('2026-03-20T10:00:00Z', 3, 'doubtful'), point('2025-03-30T10:00:00Z', 3)]
  expect(yearTraces(others, zone)).toEqual([])
})

test('months are told the newest first, by delays that rise', () => {
  const delays = [
    point('2026-01-03T10:00:00Z', 9),
    point('2026-02-03T10:00:00Z', 3),
    point('2026-01-04T10:00:00Z', 2),
  ]
  expect(delaysByMonth(delays)).toEqual([
    { month: '2026-02', delaysMs: [3 * minuteMs] },
    { month: '2026-01', delaysMs: [2 * minuteMs, 9 * minuteMs] },
  ])
  expect(withinOf([1, 2, 3, 4], 0.5)).toBe(2)
  expect(withinOf([1, 2, 3, 4], 0.9)).toBe(4)
  expect(withinOf([], 0.9)).toBe(0)
})
