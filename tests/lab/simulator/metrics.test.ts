import { expect, test } from 'vitest'
import { delaysOf, summariseReplayDelays } from '#lib/policy/basics/metrics.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import {
  hitShare,
  isPossibleMiss,
  scoresOf,
  scoresOverPostings,
  scoresOverSources,
  tallyOf,
  transferVolume,
  type PollTally,
} from '#lib/lab/simulator/posting-status.ts'
import { expectNear } from '#tests/policy/near.ts'

const feed1 = {
  postingTimes: [-40, -30, -20, -10, 10, 20, 40, 50, 60, 70, 80, 100, 120],
  polls: [0, 30, 90],
  windowSize: 3,
  endAt: 110,
}
const nothing: PollTally = {
  polls: 0,
  hits: 0,
  found: 0,
  missed: 0,
  open: 0,
  foundDelay: 0,
  greatestDelay: 0,
  charges: 0,
}
const feed2 = { ...nothing, polls: 20, hits: 1, found: 1, foundDelay: 600 }
const feed3 = { ...nothing, polls: 7 }

test("Reichert's example: what is found, missed, open and ignored, and its scores", () => {
  const tally = tallyOf(feed1)
  expect([tally.found, tally.missed, tally.open, tally.polls, tally.hits]).toEqual([5, 2, 1, 2, 2])
  const { delay, recall, pollsPerPosting, penalisedDelay } = scoresOf(tally)
  expect([delay, recall, pollsPerPosting, penalisedDelay]).toEqual([18, 0.625, 0.4, 23.75])
  expect(hitShare(tally)).toBe(1)
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

test('both averaging modes: what is undefined drops out over sources, dead sources count over postings', () => {
  const tallies = [tallyOf(feed1), feed2, feed3]
  const over = scoresOverSources(tallies)
  expect([over.delay, over.recall, over.pollsPerPosting]).toEqual([309, 0.8125, 10.2])
  const two = scoresOverPostings(tallies.slice(0, 2))
  expect(two.delay).toBe(115)
  expectNear(two.recall, 0.666667)
  expectNear(two.pollsPerPosting, 3.666667)
  const three = scoresOverPostings(tallies)
  expect(three.delay).toBe(115)
  expectNear(three.recall, 0.666667)
  expectNear(three.pollsPerPosting, 4.833333)
  expect(scoresOverSources([feed3])).toEqual({
    delay: null,
    recall: null,
    pollsPerPosting: null,
    penalisedDelay: null,
  })
  expect(hitShare(nothing)).toBeNull()
})

test('quantiles are the least value that covers their part', () => {
  expect(summariseReplayDelays([4, 1, 3, 2])).toMatchObject({ meanMs: 2.5, medianMs: 2, p90Ms: 4, maxMs: 4 })
  expect(summariseReplayDelays([]).meanMs).toBeNull()
})

test('volume: bodies of changed documents, headers of unchanged ones', () => {
  expect(
    transferVolume([
      { changed: true, bodyBytes: 10_000 },
      { changed: false, bodyBytes: 10_000 },
    ]),
  ).toBe(10_369)
})

test('misses between documents: what can be seen and what cannot', () => {
  const keys = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)
  expect(isPossibleMiss(keys(1, 5), keys(3, 7))).toBe(false)
  expect(isPossibleMiss(keys(3, 7), keys(8, 12))).toBe(true) // nothing lost
  expect(isPossibleMiss(keys(3, 7), keys(9, 13))).toBe(true) // 8 lost
  expect(isPossibleMiss([...'abcde'], [...'eijkl'])).toBe(false) // f, g, h lost behind e
  expect(isPossibleMiss([], keys(1, 5))).toBe(false)
  const twelve = Array.from({ length: 12 }, (_, index) => index + 1)
  expect(tallyOf({ postingTimes: twelve, polls: [0, 20], windowSize: 10, endAt: 20 }).missed).toBe(2)
})
