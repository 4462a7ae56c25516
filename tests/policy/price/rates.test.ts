import { expect, test } from 'vitest'
import { curveOf } from '#lib/policy/learning/curve.ts'
import { flatWeek } from '#lib/policy/learning/pattern.ts'
import {
  averagesAfter,
  bestTrust,
  firstTrust,
  noAverages,
  noTrust,
  rateOf,
  trustChoices,
  trustScores,
  type Trust,
} from '#lib/policy/learning/rates.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { exponential } from './builders.ts'
import { expectNear } from '../near.ts'

const flat = curveOf(flatWeek)
const prior = { shape: 0.5, days: 1 }

/** The trust learnt from sources polled daily, whose rate on a day is given. */
function trustFor(rateOn: (source: number, day: number) => number, sources = 60): Trust {
  const random = seededRandom(8)
  const sums = Array.from({ length: 2 * trustChoices.length }, () => 0)
  for (let source = 0; source < sources; source++) {
    let averages = noAverages
    for (let day = 0; day < 150; day++) {
      const from = monday + day * DAY_MS
      const until = monday + (day + 1) * DAY_MS
      const times: number[] = []
      const rate = rateOn(source, day)
      for (let at = exponential(random) / rate; at < 1; at += exponential(random) / rate)
        times.push(from + at * DAY_MS)
      if (day > 30) {
        const scores = trustScores(averages, prior, firstTrust, { postings: times.length, days: 1 })
        scores.forEach((score, index) => (sums[index] = (sums[index] ?? 0) + score))
      }
      averages = averagesAfter(averages, flat, from, until, times)
    }
  }
  return bestTrust(sums)
}

test('a source that was silent for years still has a rate', () => {
  const silent = averagesAfter(noAverages, flat, monday, monday + 3650 * DAY_MS, [])
  for (const trust of [firstTrust, noTrust, [10, 10] as const]) {
    expect(rateOf(silent, prior, trust)).toBeGreaterThan(0)
    expect(rateOf(noAverages, prior, trust)).toBeGreaterThan(0)
  }
})

test('a constant rate is found by each average', () => {
  let averages = noAverages
  for (let day = 0; day < 400; day++) {
    const from = monday + day * DAY_MS
    const times = [0.1, 0.4, 0.7].map((part) => from + part * DAY_MS)
    averages = averagesAfter(averages, flat, from, from + DAY_MS, times)
  }
  for (const trust of [noTrust, [10, 1e9], [1e9, 10], [10, 10]] as const)
    expectNear(rateOf(averages, prior, trust), 3, 0.1)
})

test('a burst of a week moves the rate the more, the less the long average is trusted', () => {
  let averages = averagesAfter(noAverages, flat, monday - 200 * DAY_MS, monday, [monday - DAY_MS])
  const burst = Array.from({ length: 70 }, (_, index) => monday + index * 0.1 * DAY_MS)
  averages = averagesAfter(averages, flat, monday, monday + 7 * DAY_MS, burst)
  const rates = [noTrust, firstTrust, [30, 30] as const, [10, 10] as const].map((trust) =>
    rateOf(averages, prior, trust),
  )
  expect(rates).toEqual([...rates].sort((one, other) => one - other))
  expect(rates[3]).toBeGreaterThan(4 * (rates[0] ?? Infinity))
})

test('where rates change from week to week, the week is trusted; where they stay, it is not', () => {
  const [month, week] = trustFor((source, day) => ((Math.floor(day / 10) + source) % 2 === 0 ? 8 : 0.4))
  expect(week).toBeLessThanOrEqual(30)
  const steady = trustFor((source) => 0.2 + source * 0.1)
  expect(steady[0]).toBeGreaterThanOrEqual(100)
  expect(steady[1]).toBeGreaterThan(week)
  expect(month).toBeGreaterThanOrEqual(10)
})

test('where nothing predicted better, the first trust stays', () => {
  expect(bestTrust(Array.from({ length: 2 * trustChoices.length }, () => 0))).toEqual(firstTrust)
})

test('a choice is scored by the likelihood of what came', () => {
  const averages = { postings: [60, 40, 14], days: [100, 30, 7] } as const
  const found = { postings: 3, days: 2 }
  const scores = trustScores(averages, prior, firstTrust, found)
  const poisson = (rate: number) => found.postings * Math.log(rate * found.days) - rate * found.days
  const rateAt = (trust: Trust) => rateOf(averages, prior, trust)
  trustChoices.forEach((choice, index) => {
    const month = poisson(rateAt([choice, 1e9])) - poisson(rateAt(noTrust))
    const week = poisson(rateAt([firstTrust[0], choice])) - poisson(rateAt([firstTrust[0], 1e9]))
    expectNear(scores[index], month, 1e-6)
    expectNear(scores[trustChoices.length + index], week, 1e-6)
  })
})
