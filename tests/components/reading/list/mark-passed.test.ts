import { Virtualizer } from '@tanstack/react-virtual'
import { expect, test } from 'vitest'
import { linesPassed } from '#components/reading/list/use-mark-passed.ts'

/** Lines of 100 pixels each. */
const list = (count: number) =>
  new Virtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => null,
    estimateSize: () => 100,
    scrollToFn: () => undefined,
    observeElementRect: () => undefined,
    observeElementOffset: () => undefined,
  })

test('what leaves the window at its top was passed, once', () => {
  const lines = list(5000)
  expect(linesPassed(lines, 0, 99, 900)).toEqual([])
  expect(linesPassed(lines, 99, 100, 900)).toEqual([0])
  expect(linesPassed(lines, 100, 330, 900)).toEqual([1, 2])
  expect(linesPassed(lines, 499_900, 500_000, 900)).toEqual([4999])
  expect(linesPassed(list(0), 0, 100, 900)).toEqual([])
})

test('neither scrolling up nor a jump passes anything', () => {
  const lines = list(5000)
  expect(linesPassed(lines, 900, 300, 900)).toEqual([])
  expect(linesPassed(lines, 0, 901, 900)).toEqual([])
  expect(linesPassed(lines, 0, 250_000, 900)).toEqual([])
})
