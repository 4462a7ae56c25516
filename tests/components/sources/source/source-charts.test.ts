import { expect, test } from 'vitest'
import type { SourceWorthAnswer } from '#lib/api/sources/sources.ts'
import { hoursPath } from '#components/shell/frame/freshness-foot.tsx'
import { outageBands, promiseSpans } from '#components/sources/source/delay-chart.ts'
import { axisInstants, firstSpan, worthLines } from '#components/sources/source/worth-chart.ts'

const at = (ms: number) => new Date(ms).toISOString()
const worth: SourceWorthAnswer = {
  at: at(50),
  heedsHours: true,
  price: 2,
  now: 0.5,
  next: 2,
  lastPolledAt: at(0),
  polls: [at(100), at(200)],
  points: [
    [0, 0],
    [100, 2],
    [100, 0],
    [200, 2],
  ],
  beyond: [
    [100, 2],
    [140, 4],
  ],
}

test('to the next poll only its rise is drawn, and how it would go on; over the day all of them', () => {
  expect(worthLines(worth, 'next')).toEqual({ points: worth.points.slice(0, 2), beyond: worth.beyond })
  expect(worthLines(worth, 'day')).toEqual({ points: worth.points, beyond: [] })
})

test('many polls are shown one by one at first, few as a day', () => {
  expect(firstSpan(worth)).toBe('day')
  expect(firstSpan({ ...worth, polls: Array.from({ length: 13 }, (_, index) => at(index)) })).toBe('next')
})

test('an axis of hours is written at full hours, its ends as they are', () => {
  const hour = 3_600_000
  expect(axisInstants([0, 60])).toEqual([0, 20, 40, 60])
  expect(axisInstants([hour / 2, 24 * hour])).toEqual([hour / 2, 8 * hour, 16 * hour, 24 * hour])
})

test('outages outside of the time shown are left out, one that lasts goes to its end', () => {
  const bands = outageBands(
    [
      { from: at(1), until: at(5), kind: 'host' },
      { from: at(20), until: null, kind: 'source' },
    ],
    [10, 100],
    (kind) => kind,
  )
  expect(bands).toEqual([{ key: at(20), from: 20, until: 100, label: 'source' }])
})

test('a promise stands as it is until it changes, within the time shown', () => {
  const spans = promiseSpans(
    [
      { from: at(0), state: 'kept', promiseMs: 1 },
      { from: at(50), state: 'broken', promiseMs: 1 },
    ],
    [10, 100],
  )
  expect(spans.map(({ from, until, tone }) => [from, until, tone])).toEqual([
    [10, 50, 'fresh'],
    [50, 100, 'late'],
  ])
})

test('hours in which nothing was found are drawn through, a single one is a dot', () => {
  expect(hoursPath([60_000, null, 60_000])).toBe('M1.0 20.0L59.0 20.0')
  expect(hoursPath([null, 120_000])).toBe('M59.0 2.0h0')
  expect(hoursPath([null])).toBe('')
})
