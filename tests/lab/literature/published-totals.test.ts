/** Whole columns of the papers' tables, each from what the code allots, not from what the paper prints. */
import { expect, test } from 'vitest'
import { allocateByHarvest } from '#lib/lab/literature/minimum-missing.ts'
import { allocateBySquareRoot } from '#lib/policy/allocate/square-root.ts'
import { allocateUniformly } from '#lib/policy/allocate/uniform.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { optimalTimes } from '#lib/policy/schedule/optimal-times.ts'
import { rateOfPattern, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { scheduleDelay } from '#tests/policy/schedule-delay.ts'
import { refineTimes } from './refine-times.ts'
import { expectAllNear, expectNear } from '#tests/policy/near.ts'
import { plannedMisses } from './misses.ts'

const demandsOf = (rates: readonly number[]) =>
  rates.map((ratePerDay) => ({ ratePerDay, weight: 1, low: 0, high: Infinity }))
const evenShares = (rates: readonly number[], budget: number): number[] =>
  rates.map(() => allocateUniformly(rates.length, budget))
/** D = Σ rate / (2 · polls). */
const totalDelay = (rates: readonly number[], polls: readonly number[]): number =>
  sumOf(rates.map((rate, index) => rate / (2 * (polls[index] ?? 0))))

test.each([
  [[1, 2, 3, 4, 5], 5, [0.5965, 0.8436, 1.0332, 1.193, 1.3338], 7.02635, 7.5],
  [[30, 30, 10, 10], 8, [2.5359, 2.5359, 1.4641, 1.4641], 18.660254, 20],
  [[24, 6, 1, 0.25], 8, [4.4292, 2.2146, 0.9041, 0.4521], 4.893463, 7.8125],
])('beside CGM03, rates %j at %d polls: shares and delay of Theorem 1, delay of uniform', (...row) => {
  const [rates, budget, shares, delay, even] = row
  const { pollsPerDay } = allocateBySquareRoot(demandsOf(rates), budget)
  expectAllNear(pollsPerDay, shares)
  expectNear(totalDelay(rates, pollsPerDay), delay)
  expectNear(totalDelay(rates, evenShares(rates, budget)), even)
})

test('the example of HAN: whole polls of minimum missing cost as much delay as even ones, twelve even ones more than Theorem 1', () => {
  const rates = [30, 30, 10, 10]
  const windows = [15, 10, 10, 5]
  const harvest = allocateByHarvest(
    rates.map((postings, index) => ({ postings, windowSize: windows[index] ?? 0 })),
    8,
  )
  expect(harvest).toEqual([2, 3, 1, 2])
  expectNear(totalDelay(rates, harvest), 20)
  expectNear(totalDelay(rates, evenShares(rates, 12)), 13.3333)
})

test('even shares: the mean delay of five slow sources, and what the square root saves of it under Zipf rates', () => {
  const slow = [24, 6, 1, 0.25, 0.04]
  expectNear(totalDelay(slow, evenShares(slow, 10)) / sumOf(slow), 0.25)
  const zipf = Array.from({ length: 100 }, (_, index) => 100 / (index + 1))
  const root = totalDelay(zipf, allocateBySquareRoot(demandsOf(zipf), 100).pollsPerDay)
  const even = totalDelay(zipf, evenShares(zipf, 100))
  expectNear(even / sumOf(zipf), 0.5)
  expectNear(100 * (1 - root / even), 33.3819)
})

test('minimum missing: postings left before each step of HAN, and what a poll would harvest', () => {
  const demands = [30, 30, 10, 10].map((postings, index) => {
    return { postings, windowSize: [15, 10, 10, 5][index] ?? 0 }
  })
  const steps = Array.from({ length: 8 }, (_, budget) => {
    const polls = allocateByHarvest(demands, budget)
    const left = demands.map((demand, index) => plannedMisses(demand, polls[index] ?? 0))
    const after = demands.map((demand, index) => plannedMisses(demand, (polls[index] ?? 0) + 1))
    return [left, left.map((postings, index) => postings - (after[index] ?? 0))]
  })
  expect(steps).toEqual([
    [
      [30, 30, 10, 10],
      [15, 10, 10, 5],
    ],
    [
      [15, 30, 10, 10],
      [15, 10, 10, 5],
    ],
    [
      [0, 30, 10, 10],
      [0, 10, 10, 5],
    ],
    [
      [0, 20, 10, 10],
      [0, 10, 10, 5],
    ],
    [
      [0, 10, 10, 10],
      [0, 10, 10, 5],
    ],
    [
      [0, 0, 10, 10],
      [0, 0, 10, 5],
    ],
    [
      [0, 0, 0, 10],
      [0, 0, 0, 5],
    ],
    [
      [0, 0, 0, 5],
      [0, 0, 0, 5],
    ],
  ])
})

const office = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 17 ? 1 : 0))
const p24 = [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 5, 4, 3, 4, 5, 4, 3, 2, 1, 1, 2, 1, 0, 0]

test.each([
  [office, [17], 32, 4],
  [office, [13, 17], 16, 2],
  [office, [11, 13, 15, 17], 8, 1],
  [p24, [17], 362, 7.5417],
  [p24, [18], 362, 7.5417],
  [p24, [15, 22], 196, 4.0833],
  [p24, [11, 16, 22], 116, 2.4167],
  [p24, [11, 14.5, 17, 22], 87.25, 1.8177],
  [p24, [10, 12, 14.5, 16, 18, 22], 57.75, 1.2031],
  [p24, [7.5, 9, 10, 11, 12, 13.5, 14.5, 15.5, 16.5, 18, 20.5, 22], 29.75, 0.6198],
])('hours %j polled at %j: the printed plan has the printed delays, and none is better', (...row) => {
  const [pattern, times, delay, mean] = row
  const rate = rateOfPattern(pattern, 1)
  expectNear(scheduleDelay(rate, times), delay, 1e-9)
  expectNear(scheduleDelay(rate, times) / sumOf(pattern), mean)
  expectNear(scheduleDelay(rate, optimalTimes(rate, times.length)), delay, 1e-9)
})

test('sine rate: a single poll at any phase costs 1 on average, and Theorem 3 holds at the printed times as far as they go', () => {
  const until = (t: number): number => 2 * t - (Math.cos(2 * Math.PI * t) - 1) / Math.PI
  const rateAt = (t: number): number => 2 + 2 * Math.sin(2 * Math.PI * t)
  const momentUntil = (t: number): number =>
    t * t - (t * Math.cos(2 * Math.PI * t)) / Math.PI + Math.sin(2 * Math.PI * t) / (2 * Math.PI ** 2)
  const wave: PostingRate = { period: 1, rateAt, postingsUntil: until, momentUntil }
  const phases = Array.from({ length: 200 }, (_, index) => index / 200)
  expectNear(sumOf(phases.map((phase) => scheduleDelay(wave, [phase]))) / 200, 1, 1e-9)
  expectNear(rateAt(0.2748) * (0.3777 - 0.2748), 0.4091)
  expectNear(until(0.2748) - until(0.1708), 0.4093)
  const found = refineTimes(wave, optimalTimes(wave, 6), 0.02 / 6)
  const [before = 0, at = 0, after = 0] = found.slice(1, 4)
  expectNear(rateAt(at) * (after - at), until(at) - until(before), 1e-9)
})

test('the four strategies of SC: whole polls by greedy, and the mean delays in minutes', () => {
  const postings = [48, 12, 3]
  const shared = [7, 3, 2] // by greedy
  const even = (count: number): number[] => Array.from({ length: count }, (_, index) => (index * 24) / count)
  const best = (count: number, rate: PostingRate): number[] => optimalTimes(rate, count)
  const meanMin = (polls: readonly number[], timesOf: typeof best): number => {
    const delays = postings.map((count, index) => {
      const rate = rateOfPattern(
        p24.map((share) => (share * count) / 48),
        1,
      )
      return scheduleDelay(rate, timesOf(polls[index] ?? 0, rate))
    })
    return (60 * sumOf(delays)) / sumOf(postings)
  }
  const fours = evenShares(postings, 12)
  expectNear(meanMin(fours, even), 175, 0.05)
  expectNear(meanMin(fours, best), 109.1, 0.05)
  expectNear(meanMin(shared, even), 142.3, 0.05)
  expectNear(meanMin(shared, best), 86.7, 0.05)
})
