import { describe, expect, test } from 'vitest'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { flatWeek, learnPattern } from '#lib/policy/learning/pattern.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { shrinkByPrediction, sumOfBins } from '#lib/policy/learning/shrink.ts'
import { flatShapes, learnShapes } from '#lib/policy/learning/similar-sources.ts'
import { type Counts, hourOfWeek, hoursOfWeek } from '#lib/policy/learning/week.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { expectAllNear, expectNear } from '../near.ts'
import { countsOf, drawTimes } from './builders.ts'

const isOffice = (hour: number, day: number): boolean => hour >= 9 && hour < 17 && day < 5

function shareOf(hours: Float32Array, isMeant: (hour: number, day: number) => boolean): number {
  return hours.reduce((sum, intensity, hour) => {
    return isMeant(hour % 24, Math.floor(hour / 24)) ? sum + intensity / hoursOfWeek : sum
  }, 0)
}

describe('a pattern', () => {
  test('recovers a week of office hours from 400 postings, although nothing like it was known', () => {
    const counts = countsOf(drawTimes(400, isOffice, seededRandom(1)))
    const { hours } = learnPattern(counts, flatShapes)
    expect(shareOf(hours, isOffice)).toBeGreaterThan(0.85)
    expect(shareOf(hours, (hour, day) => !isOffice(hour, day) && day > 4)).toBeLessThan(0.03)
  })

  test('of two postings stays near what is known of all sources', () => {
    const others = Array.from({ length: 20 }, (_, index) =>
      countsOf(drawTimes(30, isOffice, seededRandom(index))),
    )
    const shapes = learnShapes(others)
    const before = learnPattern(countsOf([]), shapes)
    const two = [monday + 34 * HOUR_MS, monday + 87 * HOUR_MS] // Tuesday 10 h, Thursday 15 h
    const after = learnPattern(countsOf(two), shapes)
    const distance = after.hours.reduce(
      (sum, value, hour) => sum + Math.abs(value - (before.hours[hour] ?? 0)),
      0,
    )
    expect(distance / 2 / hoursOfWeek).toBeLessThan(0.25)
    expect(shareOf(after.hours, isOffice)).toBeGreaterThan(0.9 * shareOf(before.hours, isOffice))
  })

  test('has mean 1 and no hour without a chance, whatever was counted', () => {
    for (const count of [0, 1, 2, 10, 300]) {
      const { hours, slots } = learnPattern(
        countsOf(drawTimes(count, isOffice, seededRandom(count))),
        flatShapes,
      )
      expectNear(
        shareOf(hours, () => true),
        1,
        1e-5,
      )
      expect(Math.min(...hours, ...slots)).toBeGreaterThan(0)
    }
  })

  test('finds the ten minutes of the hour in which a source posts', () => {
    const times = Array.from({ length: 60 }, (_, day) => monday + (day * 24 + 9) * HOUR_MS + 14 * MINUTE_MS)
    const { slots } = learnPattern(countsOf(times), flatShapes)
    const nine = [...slots.subarray(54, 60)]
    expect(nine.indexOf(Math.max(...nine))).toBe(1)
    expect(nine[1] ?? 0).toBeGreaterThan(2 * (nine[5] ?? 0))
    const without = learnPattern(countsOf(times), flatShapes, ['own-slots'])
    expect(Math.max(...without.slots) - Math.min(...without.slots)).toBe(0)
  })

  test('hours of the week begin on Monday', () => {
    expect(hourOfWeek(monday)).toBe(0)
    expect(hourOfWeek(monday - 1)).toBe(167)
  })
})

describe('a document that reaches back for half a day only', () => {
  /** Even publishers of 30 postings a day, of each of which the 15 of the half day before `hour` of a Monday are known. */
  const halfDays = (hours: readonly number[]): Counts[] =>
    hours.map((first, index) => {
      const random = seededRandom(40 + index)
      const times = Array.from({ length: 15 }, () => monday + (first + 12 * random()) * HOUR_MS)
      return countsOf(times, (hour) => (hour >= first && hour < first + 12 ? 1 : 0))
    })
  const isMorning = (hour: number, day: number): boolean => hour < 12 && day === 0

  test('does not make the other hours quiet', () => {
    for (const counts of halfDays([0, 0, 0])) {
      const { hours } = learnPattern(counts, flatShapes)
      const other = 1 - shareOf(hours, isMorning)
      expectNear(other, 156 / 168, 0.02)
      for (const isOther of [(hour: number) => hour >= 12, (_: number, day: number) => day > 0]) {
        const share = shareOf(hours, isOther)
        const even = shareOf(flatWeek.hours, isOther)
        expectNear(share / even, 1, 0.02)
      }
    }
  })

  test('would make them quiet, had it reached back for weeks', () => {
    const [counts] = halfDays([0])
    if (counts === undefined) throw new Error('nothing was drawn')
    const whole = { ...counts, seen: countsOf([]).seen }
    expect(shareOf(learnPattern(whole, flatShapes).hours, isMorning)).toBeGreaterThan(0.5)
  })

  test('nor do many of them, from which the shapes of the week are learnt', () => {
    const mornings = halfDays(Array.from({ length: 60 }, () => 0))
    const shapes = learnShapes(mornings)
    expect(shapes.kinds.length).toBeGreaterThan(0)
    for (const counts of [...mornings.slice(0, 3), countsOf([])]) {
      const { hours } = learnPattern(counts, shapes)
      expectNear(1 - shareOf(hours, isMorning), 156 / 168, 0.03)
    }
  })

  test('counts as seen for the time it reaches back, hour by hour, as polls are remembered', () => {
    const polledAt = monday + 18.5 * HOUR_MS
    const since = polledAt - DAY_MS / 2
    const newTimes = Array.from({ length: 15 }, (_, index) => since + (index + 0.5) * 48 * MINUTE_MS)
    const { counts, pattern } = remember(emptyMemory(since), { polledAt, newTimes }, firstPopulation(monday))
    expectNear(sumOfBins(counts.seen), 12, 0.05)
    expectNear(counts.seen[6], 0.5, 0.01)
    expectNear(counts.seen[18], 0.5, 0.01)
    expect(counts.seen[5]).toBe(0)
    expect(counts.seen[19]).toBe(0)
    expect(Math.min(...pattern.hours)).toBeGreaterThan(0.6)
  })
})

describe('pulling counts to what is expected of them', () => {
  const even = Float64Array.from({ length: 24 }, () => 1 / 24)

  /** All bins looked at alike. */
  function shrunk(counts: Float32Array, shares: Float64Array, isSmooth: boolean): Float64Array {
    const expected = shares.map((share) => share * sumOfBins(counts))
    return shrinkByPrediction({ counts, shares, expected }, isSmooth)
  }

  test('is the mean over all strengths, weighed by how each predicts every posting from the others', () => {
    const counts = [3, 0, 1, 0, 2]
    const expected = [0.1, 0.2, 0.3, 0.2, 0.2]
    const strengths = [1, 3, 10, 30, 100, 300, 1000, 1e9]
    const estimate = (own: readonly number[], strength: number): number[] => {
      const total = own.reduce((sum, count) => sum + count, 0) + strength
      return own.map((count, bin) => (count + strength * (expected[bin] ?? 0)) / total)
    }
    const likelihoods = strengths.map((strength) =>
      counts.reduce((product, count, bin) => {
        if (count === 0) return product
        const others = counts.map((value, index) => (index === bin ? value - 1 : value))
        return product * (estimate(others, strength)[bin] ?? 0) ** count
      }, 1),
    )
    const sum = likelihoods.reduce((total, likelihood) => total + likelihood, 0)
    const shares = counts.map((_, bin) =>
      strengths.reduce((mean, strength, index) => {
        return mean + ((likelihoods[index] ?? 0) / sum) * (estimate(counts, strength)[bin] ?? 0)
      }, 0),
    )
    const found = shrunk(Float32Array.from(counts), Float64Array.from(expected), false)
    expectAllNear([...found], shares, 1e-9)
  })

  test('believes postings that predict each other, and not those that do not', () => {
    const steady = new Float32Array(24)
    steady[7] = 20
    expect(shrunk(steady, even, false)[7] ?? 0).toBeGreaterThan(0.9)
    const scattered = new Float32Array(24).fill(1, 0, 20)
    const shares = shrunk(scattered, even, false)
    for (const share of shares) expect(Math.abs(share * 24 - 1)).toBeLessThan(0.1)
  })

  test('spreads a posting to the hours beside its own where it is told to', () => {
    const counts = new Float32Array(24)
    counts[0] = 30
    const shares = shrunk(counts, even, true)
    expectNear(shares[23], shares[1] ?? 0, 1e-12)
    expect(shares[1] ?? 0).toBeGreaterThan(4 * (shares[5] ?? 0))
    expectNear(
      shares.reduce((sum, share) => sum + share, 0),
      1,
      1e-9,
    )
  })
})
