import { expect, test } from 'vitest'
import { hoursBetween, hoursGiven } from '#components/settings/reading/week-hours.ts'
import { presenceFloor } from '#lib/policy/learning/presence.ts'

test('hours go from one full hour until another', () => {
  expect(hoursBetween([0, 2], 7, 9)).toEqual([7, 8, 55, 56])
})

test('over midnight they go on in the next day, from Sunday into Monday, too', () => {
  expect(hoursBetween([0], 23, 1)).toEqual([23, 24])
  expect(hoursBetween([6], 23, 2)).toEqual([167, 0, 1])
})

test('from an hour until the same one is a whole day', () => {
  expect(hoursBetween([1], 0, 0)).toEqual(Array.from({ length: 24 }, (_, hour) => 24 + hour))
})

test('what is drawn of given hours is what the policy reckons with', () => {
  const values = hoursGiven([8])
  expect(values?.[8]).toBe(1)
  expect(values?.filter((value) => value === presenceFloor)).toHaveLength(167)
  expect(hoursGiven([])).toBeNull()
})
