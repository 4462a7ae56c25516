import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { delayUnitMs } from '#components/admin/lab-words.ts'
import { axisFromNought } from '#components/ui/chart-axis.tsx'
import { ChartDays } from '#components/ui/chart-days.tsx'
import { ChartEnds } from '#components/ui/chart-ends.tsx'

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

test('a day without a figure breaks the line, on the server as in the browser', () => {
  const lines = [{ key: 'live', label: 'Live', tone: 'first', values: [2, 4, null, 3] } as const]
  const days = ['1 Jan', '2 Jan', '3 Jan', '4 Jan']
  const drawn = renderToStaticMarkup(createElement(ChartDays, { name: 'Days', days, lines, formatY: String }))
  expect(drawn.match(/<circle/g)).toHaveLength(3)
  expect(drawn.match(/ d="(M[^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
})
