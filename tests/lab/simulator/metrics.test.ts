import { expect, test } from 'vitest'
import { quantileOf, sumOf } from '#lib/policy/basics/numeric.ts'
import { delaysOf } from '#tests/policy/delays-of.ts'
import { scoresOf, tallyOf } from '#tests/policy/posting-status.ts'
import { expectNear } from '#tests/policy/near.ts'

const feed1 = {
  postingTimes: [-40, -30, -20, -10, 10, 20, 40, 50, 60, 70, 80, 100, 120],
  polls: [0, 30, 90],
  windowSize: 3,
  endAt: 110,
}
test("Reichert's example: what is found, missed, open and ignored, and its scores", () => {
  const tally = tallyOf(feed1)
  expect([tally.found, tally.missed, tally.open, tally.polls, tally.hits]).toEqual([5, 2, 1, 2, 2])
  const { delay, recall, pollsPerPosting, penalisedDelay } = scoresOf(tally)
  expect([delay, recall, pollsPerPosting, penalisedDelay]).toEqual([18, 0.625, 0.4, 23.75])
})

test("Sia and Cho's delay of the same postings looks at no window", () => {
  const delays = delaysOf([10, 20, 40, 50, 60, 70, 80], feed1.polls, 90)
  expectNear(sumOf(delays) / delays.length, 25.7143)
  const whole = scoresOf(tallyOf({ ...feed1, windowSize: Infinity }))
  const all = delaysOf(
    feed1.postingTimes.filter((at) => at > 0 && at <= 110),
    feed1.polls,
    110,
  )
  expectNear(whole.penalisedDelay, sumOf(all) / all.length, 1e-12)
})

test('quantiles are the least value that covers their part', () => {
  expect([0.5, 0.9, 1].map((part) => quantileOf([1, 2, 3, 4], part))).toEqual([2, 4, 4])
  expect(quantileOf([], 0.5)).toBeNull()
})

test('misses behind a window are known to the status of postings', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => index + 1)
  expect(tallyOf({ postingTimes: twelve, polls: [0, 20], windowSize: 10, endAt: 20 }).missed).toBe(2)
})
