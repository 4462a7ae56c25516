import { expect, test } from 'vitest'
import { busiestTimes, hourOfWeekIn, weekInZone } from '#components/sources/source/week-profile.ts'

const week = (share: (day: number, hour: number) => number) =>
  Array.from({ length: 168 }, (_, hour) => share(Math.floor(hour / 24), hour % 24))

test('a week moves to the hours the reader sees, around its ends too', () => {
  const sundayLate = week((day, hour) => (day === 6 && hour === 23 ? 1 : 0))
  expect(weekInZone(sundayLate, 60).indexOf(1)).toBe(0)
  expect(weekInZone(sundayLate, -60).indexOf(1)).toBe(166)
  expect(hourOfWeekIn(Date.parse('2026-01-04T23:30Z'), 60)).toBe(0)
  expect(hourOfWeekIn(Date.parse('2026-01-05T00:30Z'), 0)).toBe(0)
  expect(hourOfWeekIn(Date.parse('2026-01-07T05:59Z'), 0)).toBe(53)
})

test('the busiest times are the fewest hours with the share, and name their days', () => {
  const office = week((day, hour) => (day < 5 && hour >= 7 && hour < 11 ? 0.52 / 20 : 0.48 / 148))
  expect(busiestTimes(office, 0.5)).toMatchObject({ days: 'weekdays', start: 7, end: 11 })
  expect(busiestTimes(office, 0.5)?.share).toBeCloseTo(0.52, 9)
  const nightly = week((_, hour) => (hour === 23 || hour === 0 ? 1 / 14 : 0))
  expect(busiestTimes(nightly, 0.9)).toMatchObject({ days: 'allDays', start: 23, end: 1 })
  const lazy = week((day) => (day > 4 ? 1 / 48 : 0))
  expect(busiestTimes(lazy, 0.5)).toMatchObject({ days: 'weekend' })
})

test('of even weeks and of none nothing is said', () => {
  expect(
    busiestTimes(
      week(() => 1 / 168),
      0.5,
    ),
  ).toBeNull()
  expect(
    busiestTimes(
      week(() => 0),
      0.5,
    ),
  ).toBeNull()
})
