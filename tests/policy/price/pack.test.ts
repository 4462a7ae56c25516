import { expect, test } from 'vitest'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { memoryBytes, packMemory, unpackMemory } from '#lib/policy/learning/pack.ts'
import { trustChoices } from '#lib/policy/learning/rates.ts'
import { emptyTally, rhythmKinds, type RhythmTally } from '#lib/policy/learning/rhythm.ts'
import { hoursOfWeek, slotsOfDay } from '#lib/policy/learning/week.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { drawTimes, populationAt } from './builders.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

/** A memory in which no two numbers are alike: what is left out or exchanged shows. */
function randomMemory(random: () => number): PriceMemory {
  const floats = (length: number) => Float32Array.from({ length }, () => 100 * random())
  const tally = (): RhythmTally => {
    const empty = emptyTally(Math.floor(rhythmKinds * random()))
    return { ...empty, expected: empty.expected.map(random), found: empty.found.map(random) }
  }
  return {
    countedUntil: monday + random() * DAY_MS,
    counts: { hours: floats(hoursOfWeek), slots: floats(slotsOfDay), seen: floats(hoursOfWeek) },
    averages: { postings: [random(), random(), random()], days: [random(), random(), random()] },
    pattern: { hours: floats(hoursOfWeek), slots: floats(slotsOfDay) },
    patternAt: monday - random() * DAY_MS,
    patternPostings: random(),
    postings: Math.floor(1e6 * random()),
    sinceLast: random(),
    gaps: { count: random(), sum: random(), logarithms: -random() },
    tallies: [tally(), tally()],
    trustScores: Array.from({ length: 2 * trustChoices.length }, () => random() - 0.5),
  }
}

/** A source polled every nine hours for eight weeks. */
function polledMemory(random: () => number): PriceMemory {
  const times = drawTimes(200, (hour) => hour > 5, random)
  let memory = emptyMemory(monday)
  for (let from = monday; from < monday + 56 * DAY_MS; from += 9 * HOUR_MS) {
    const polledAt = from + 9 * HOUR_MS
    const newTimes = times.filter((at) => at > from && at <= polledAt)
    memory = remember(memory, { polledAt, newTimes }, populationAt(0.1))
  }
  return memory
}

test('a memory that was packed is unpacked as it was', () => {
  const random = seededRandom(31)
  const learnt = [emptyMemory(monday), polledMemory(random)]
  for (const memory of [...learnt, ...Array.from({ length: 50 }, () => randomMemory(random))]) {
    const packed = packMemory(memory)
    expect(packed).toHaveLength(memoryBytes)
    expect(unpackMemory(packed)).toEqual(memory)
  }
})

test('bytes are read wherever they lie in a buffer', () => {
  const memory = randomMemory(seededRandom(32))
  const driver = Buffer.alloc(memoryBytes + 20)
  driver.set(packMemory(memory), 3)
  expect(unpackMemory(driver.subarray(3, 3 + memoryBytes))).toEqual(memory)
})

test('an unpacked memory has nothing in common with the bytes: neither changes with the other', () => {
  const memory = randomMemory(seededRandom(33))
  const packed = packMemory(memory)
  const unpacked = unpackMemory(packed)
  packed.fill(0)
  expect(unpacked).toEqual(memory)
})

test('a poll teaches an unpacked memory what it teaches the one that was packed', () => {
  const memory = polledMemory(seededRandom(34))
  const polledAt = monday + 60 * DAY_MS
  const poll = { polledAt, newTimes: [polledAt - 5 * HOUR_MS, polledAt - HOUR_MS] }
  const population = populationAt(0.1)
  expect(remember(unpackMemory(packMemory(memory)), poll, population)).toEqual(
    remember(memory, poll, population),
  )
})

test.each([0, 1, memoryBytes - 4, memoryBytes + 8])('%i bytes are refused', (length) => {
  expect(() => unpackMemory(new Uint8Array(length))).toThrow(
    new RangeError(`a memory has ${memoryBytes} bytes, got ${length}`),
  )
})
