import { expect, test } from 'vitest'
import { chaptersIn } from '#components/reading/player/chapters-in-text.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const minuteMs = 60_000

test('times at one end of a line are chapters', () => {
  const lines = [
    'An hour about boats.',
    '00:00 Welcome',
    '(12:30) – The tug',
    'Letters – 1:02:03',
    'Bye [75:00]',
  ]
  expect(chaptersIn(lines)).toEqual([
    { startMs: 0, title: 'Welcome' },
    { startMs: 12.5 * minuteMs, title: 'The tug' },
    { startMs: 62 * minuteMs + 3_000, title: 'Letters' },
    { startMs: 75 * minuteMs, title: 'Bye' },
  ])
})

test.each([
  ['nothing', []],
  ['one time', ['We begin at 10:30', 'Bring a coat.']],
  ['times that jump about', ['12:30 The tug', '03:00 Welcome']],
  ['the same time twice', ['12:30 The tug', '12:30 Welcome']],
  ['times without a name', ['00:00', '12:30']],
  ['what is no time', ['12:75 The tug', '13:99 Letters', 'John 3:1', '2026-01:02']],
])('%s lists no chapters', (_name, lines) => {
  expect(chaptersIn(lines)).toEqual([])
})

test('a hostile line costs time in proportion to its length', async () => {
  const hostile = (length: number) => [`${'- '.repeat(length)}1`, `${'x'.repeat(2 * length)} ( `.repeat(3)]
  expect(chaptersIn(hostile(50_000))).toEqual([])
  expect(await growthOverFour((length) => chaptersIn(hostile(length)), 5_000)).toBeLessThan(growthOfNoSquare)
})

test('long lists and titles are cut', () => {
  const many = Array.from({ length: 1000 }, (_, n) => `${n}:00 ${'y'.repeat(400)}`)
  const chapters = chaptersIn(many)
  expect(chapters).toHaveLength(300)
  expect(chapters[0]?.title).toHaveLength(200)
})
