import { expect, test } from 'vitest'
import { emptyMemory, remember, rhythmKindOf } from '#lib/policy/learning/memory.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import {
  addToTally,
  binOf,
  emptyTally,
  gapsWith,
  kindOf,
  noGaps,
  rhythmBins,
  startRhythms,
  type Rhythms,
  type RhythmTally,
} from '#lib/policy/learning/rhythm.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { exponential, learnPopulation } from './builders.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

function learnRhythms(tallies: readonly RhythmTally[]): Rhythms {
  const { add, finish } = startRhythms()
  for (const tally of tallies) add(tally)
  return finish()
}

/** Gaps of one source, each tallied for the kind that the gaps before it spoke for. */
function tallyGaps(gaps: readonly number[]): RhythmTally[] {
  const tallies: RhythmTally[] = []
  let sums = noGaps
  for (const gap of gaps) {
    const tally = emptyTally(kindOf(sums))
    addToTally(tally, 0, gap, true)
    tallies.push(tally)
    sums = gapsWith(sums, gap)
  }
  return tallies
}

test('Poisson sources have no rhythm, also those whose first gaps were regular or bursty by chance', () => {
  const random = seededRandom(5)
  const tallies = Array.from({ length: 2500 }, () => {
    return tallyGaps(Array.from({ length: 12 }, () => exponential(random)))
  }).flat()
  const rhythms = learnRhythms(tallies)
  const kinds = new Set(tallies.map(({ kind }) => kind))
  expect(kinds).toContain(1) // regular by chance
  expect(kinds).toContain(5) // bursty by chance
  rhythms.forEach((factors, kind) => {
    const ofKind = tallies.filter((tally) => tally.kind === kind)
    factors.forEach((factor, bin) => {
      const expected = ofKind.reduce((sum, tally) => sum + (tally.expected[bin] ?? 0), 0)
      expect(Math.abs(factor - 1), `kind ${kind}, bin ${bin}`).toBeLessThan(4 / Math.sqrt(expected + 20))
    })
  })
})

test('were a source put into its kind by the gaps that are tallied, chance would pass for rhythm', () => {
  const random = seededRandom(5)
  const tallies = Array.from({ length: 4000 }, () => {
    const gaps = Array.from({ length: 12 }, () => exponential(random))
    const tally = emptyTally(kindOf(gaps.reduce(gapsWith, noGaps)))
    for (const gap of gaps) addToTally(tally, 0, gap, true)
    return tally
  })
  expect(learnRhythms(tallies)[1]?.[0]).toBeLessThan(0.5)
})

test('after a posting of a source that posts once a day, the next is unlikely until a day is over', () => {
  const random = seededRandom(6)
  const members = Array.from({ length: 40 }, () => {
    const hour = 24 * random()
    const times = Array.from({ length: 120 }, (_, day) => {
      return Math.floor(monday + day * DAY_MS + hour * HOUR_MS + 20 * MINUTE_MS * random())
    })
    return { memory: pollDaily(times), weight: 1, polledAt: monday + 121 * DAY_MS }
  })
  const population = learnPopulation(
    members,
    { budgetPerDay: 160, maxStalenessMs: DAY_MS, minIntervalMs: MINUTE_MS },
    monday + 121 * DAY_MS,
    firstPopulation(monday),
  )
  for (const { memory } of members) expect(rhythmKindOf(memory)).toBe(1)
  const factors = population.rhythms[1] ?? []
  for (const expected of [0.05, 0.3, 0.5]) expect(factors[binOf(expected)]).toBeLessThan(0.5)
  expect(Math.max(...factors)).toBeGreaterThan(2)
})

/** Polled every twelve hours for 121 days. */
function pollDaily(times: readonly number[]): PriceMemory {
  const population = firstPopulation(monday)
  let memory = emptyMemory(monday - DAY_MS)
  for (let now = monday; now < monday + 121 * DAY_MS; now += 12 * HOUR_MS) {
    const newTimes = times.filter((at) => at > now - 12 * HOUR_MS && at <= now)
    memory = remember(memory, { polledAt: now, newTimes }, population)
  }
  return memory
}

test('kinds run from clockwork over Poisson to bursts; a few gaps say nothing', () => {
  const random = seededRandom(7)
  const kindAfter = (draw: () => number, count = 200) =>
    kindOf(Array.from({ length: count }, draw).reduce(gapsWith, noGaps))
  expect(kindAfter(() => 1)).toBe(1)
  expect(kindAfter(() => exponential(random))).toBe(3)
  expect(kindAfter(() => (random() < 0.9 ? 0.001 : 9))).toBe(6)
  expect(kindAfter(() => 1, 4)).toBe(0)
  expect(kindAfter(() => 0)).toBe(0)
})

test('a tally holds all that was expected, each part in its bin', () => {
  const tally = emptyTally(2)
  addToTally(tally, 0.05, 2.5, true)
  expect(tally.expected.reduce((sum, part) => sum + part, 0)).toBeCloseTo(2.45, 12)
  expect(tally.found.indexOf(1)).toBe(binOf(2.5))
  expect(tally.expected[binOf(0.02)]).toBe(0)
  expect(binOf(1e9)).toBe(rhythmBins - 1)
})
