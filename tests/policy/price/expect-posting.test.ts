import { expect, test } from 'vitest'
import { expectPosting, postingHabit } from '#lib/policy/price/expect-posting.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { expectNear } from '../near.ts'
import { knownSource, populationAt } from './builders.ts'

const population = populationAt(0.05)

test('of a Poisson source it is the time from now in which 60 % of the waits end', () => {
  const expected = expectPosting(knownSource(24), population, monday)
  expect(expected?.from).toBe(monday)
  expectNear(((expected?.until ?? 0) - monday) / HOUR_MS, -Math.log(0.4), 0.03) // 0.916 h
  expectNear(expected?.chance, 0.6, 0.01)
})

test('of a source that posts at nine, it is the hour from nine on', () => {
  const morning = knownSource(3, (hour) => (hour === 9 ? 1 : 0.001))
  const expected = expectPosting(morning, population, monday)
  expect(((expected?.from ?? 0) - monday) / HOUR_MS).toBeGreaterThan(8.9)
  expect(((expected?.until ?? 0) - monday) / HOUR_MS).toBeLessThan(10.1)
})

test('of a source that hardly posts nothing is said', () => {
  expect(expectPosting(knownSource(0.01), population, monday)).toBeNull()
})

test('daily editions and marks of the clock are told from chance', () => {
  const days = Array.from({ length: 12 }, (_, day) => monday + day * DAY_MS)
  expect(postingHabit(days.map((at, day) => at + 6 * HOUR_MS + day * MINUTE_MS))).toBe('daily')
  expect(postingHabit(days.map((at, day) => at - HOUR_MS / 2 + day * 3 * MINUTE_MS))).toBe('daily') // around midnight
  expect(postingHabit(days.map((at, day) => at + day * HOUR_MS + (day % 4) * 15 * MINUTE_MS + 20_000))).toBe(
    'marks',
  )
  expect(postingHabit(days.map((at, day) => at + day * HOUR_MS + (day * 7 + 1) * MINUTE_MS))).toBeNull()
  expect(postingHabit(days.slice(0, 4))).toBeNull()
})
