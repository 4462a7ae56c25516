import { expect, test } from 'vitest'
import { hourAfter, hoursGiven, paintedHours } from '#components/settings/reading/week-hours.ts'
import { presenceFloor } from '#lib/policy/learning/presence.ts'

test('what is painted is the hours between, on the days between, from whichever corner', () => {
  expect(paintedHours([], { from: 7, until: 24 + 8, isOn: true })).toEqual([7, 8, 31, 32])
  expect(paintedHours([], { from: 24 + 8, until: 7, isOn: true })).toEqual([7, 8, 31, 32])
  expect(paintedHours([7, 8, 100], { from: 8, until: 8, isOn: false })).toEqual([7, 100])
})

test('arrows go from hour to hour and from day to day, and stop at the ends', () => {
  expect([hourAfter('ArrowDown', 8), hourAfter('ArrowRight', 8)]).toEqual([9, 32])
  expect([hourAfter('ArrowUp', 24), hourAfter('ArrowLeft', 8), hourAfter('ArrowDown', 23)]).toEqual([
    null,
    null,
    null,
  ])
  expect(hourAfter('a', 8)).toBeNull()
})

test('what is drawn of given hours is what the policy reckons with', () => {
  const values = hoursGiven([8])
  expect(values[8]).toBe(1)
  expect(values.filter((value) => value === presenceFloor)).toHaveLength(167)
  expect(new Set(hoursGiven([]))).toEqual(new Set([1]))
})
