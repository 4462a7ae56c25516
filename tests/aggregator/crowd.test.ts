import { expect, test } from 'vitest'
import { createCrowd } from '#lib/aggregator/crowd.ts'

test('what can wait is held back while more is due than can be asked, and not for longer than it may be', () => {
  let now = 1_000
  const crowd = createCrowd(() => now)
  expect(crowd.holdsBack(5_000)).toBe(false)
  crowd.begin()
  now += 4_000
  crowd.begin()
  expect(crowd.holdsBack(5_000)).toBe(true)
  now += 1_000
  expect(crowd.holdsBack(5_000)).toBe(false)
  expect(crowd.holdsBack(60_000)).toBe(true)
  crowd.end()
  expect(crowd.holdsBack(60_000)).toBe(false)
  crowd.begin()
  expect(crowd.holdsBack(5_000)).toBe(true)
})
