import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { delayUnitMs } from '#components/admin/shared/lab-words.ts'
import { axisFromNought } from '#components/ui/chart/chart-axis.tsx'
import { indexAfter } from '#components/ui/chart/chart-cursor.tsx'
import { ChartEnds } from '#components/ui/chart/chart-ends.tsx'
import { ChartPairs } from '#components/ui/chart/chart-pairs.tsx'

test.each([
  [7, [0, 2, 4, 6, 8]],
  [23, [0, 10, 20, 30]],
  [1, [0, 0.5, 1]],
  [0, [0, 0.5, 1]],
])('an axis up to %d has round values, the last of which it does not exceed', (most, values) => {
  const { scale, ticks } = axisFromNought(most, [100, 0])
  expect(ticks).toEqual(values)
  expect([scale(0), scale(values.at(-1) ?? 0)]).toEqual([100, 0])
})

test('delays are counted in the unit that gives their axis round values', () => {
  expect([20_000, 89_000].map(delayUnitMs)).toEqual([1_000, 1_000])
  expect([90_000, 89 * 60_000].map(delayUnitMs)).toEqual([60_000, 60_000])
  expect([90 * 60_000, 30 * 3_600_000, 40 * 3_600_000].map(delayUnitMs)).toEqual([3.6e6, 3.6e6, 8.64e7])
})

test('names at the ends of lines do not touch and do not go below the drawing', () => {
  const ends = [96, 99, 100, 10].map((y) => ({ key: String(y), label: `at ${y}`, x: 0, y, isStrong: false }))
  const drawn = renderToStaticMarkup(createElement(ChartEnds, { ends, x: 200, bottom: 100 }))
  const places = [...drawn.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>at (\d+)</g)].map(([, y, at]) => [
    at,
    Number(y) - 4,
  ])
  expect(places).toEqual([
    ['10', 10],
    ['96', 68],
    ['99', 84],
    ['100', 100],
  ])
})

test('arrow keys go from point to point, by rows too, and stay within', () => {
  const steps = (at: number) =>
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => indexAfter(key, at, 168, 24))
  expect(steps(-1)).toEqual([0, 167, 0, 167])
  expect(steps(30)).toEqual([31, 29, 54, 6])
  expect(steps(167)).toEqual([167, 166, 167, 143])
  expect(['Home', 'End', 'Tab'].map((key) => indexAfter(key, 30, 168))).toEqual([0, 167, null])
  expect([indexAfter('ArrowDown', 3, 9), indexAfter('ArrowRight', -1, 0)]).toEqual([null, null])
})

test('a phone’s drawing is as wide as a phone, and writes at few days, at the newest always', () => {
  const days = Array.from({ length: 12 }, (_, index) => `${index + 1} Jan`)
  const delays = days.map((from) => ({ from, medianMs: 60_000, p90Ms: 120_000 }))
  const drawn = renderToStaticMarkup(
    createElement(ChartPairs, { name: 'Weeks', delays, spanOf: String, duration: String, size: 'narrow' }),
  )
  expect(drawn).toMatch(/<svg viewBox="0 0 340 /)
  expect([...drawn.matchAll(/>(\d+ Jan)</g)].map(([, day]) => day)).toEqual([
    '3 Jan',
    '6 Jan',
    '9 Jan',
    '12 Jan',
  ])
})
