/** A memory as bytes, to be stored with its source. */
import { trustChoices, type Averages } from './rates.ts'
import { emptyTally, rhythmBins, type RhythmTally } from './rhythm.ts'
import { hoursOfWeek, slotsOfDay } from './week.ts'
import type { PriceMemory } from './learned.ts'

/** Bytes of another layout are not read but made anew from what is stored. */
export const memoryVersion = 1

const scores = 2 * trustChoices.length
/** Full precision for what is added up over years; float32 for what is counted. */
const doubles = 5 + 6 + 3 + scores + 2 * (1 + 2 * rhythmBins)
const singles = 3 * hoursOfWeek + 2 * slotsOfDay
export const memoryBytes = doubles * 8 + singles * 4

/** The memory as bytes, always `memoryBytes` long; little-endian as all machines that run this. */
export function packMemory(memory: PriceMemory): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(memoryBytes)
  const { averages, gaps, tallies, counts, pattern } = memory
  new Float64Array(bytes.buffer, 0, doubles).set([
    memory.countedUntil,
    memory.patternAt,
    memory.patternPostings,
    memory.postings,
    memory.sinceLast,
    ...averages.postings,
    ...averages.days,
    gaps.count,
    gaps.sum,
    gaps.logarithms,
    ...memory.trustScores,
    ...tallies.flatMap(({ kind, expected, found }) => [kind, ...expected, ...found]),
  ])
  const counted = new Float32Array(bytes.buffer, doubles * 8, singles)
  counted.set(counts.hours, 0)
  counted.set(counts.slots, hoursOfWeek)
  counted.set(pattern.hours, hoursOfWeek + slotsOfDay)
  counted.set(pattern.slots, 2 * hoursOfWeek + slotsOfDay)
  counted.set(counts.seen, 2 * (hoursOfWeek + slotsOfDay))
  return bytes
}

/** The memory that was packed. @throws RangeError for bytes of another length */
export function unpackMemory(packed: Uint8Array): PriceMemory {
  if (packed.length !== memoryBytes)
    throw new RangeError(`a memory has ${memoryBytes} bytes, got ${packed.length}`)
  // Buffers of drivers lie anywhere in memory; floats must lie aligned.
  const bytes = new Uint8Array(packed)
  const numbers = new Float64Array(bytes.buffer, 0, doubles)
  const counted = new Float32Array(bytes.buffer, doubles * 8, singles)
  const [countedUntil = 0, patternAt = 0, patternPostings = 0, postings = 0, sinceLast = 0] = numbers
  const [count = 0, sum = 0, logarithms = 0] = numbers.subarray(11)
  const tallyAt = 14 + scores
  const part = (from: number, length: number) => counted.slice(from, from + length)
  return {
    countedUntil,
    patternAt,
    patternPostings,
    postings,
    sinceLast,
    averages: averagesOf(numbers.subarray(5, 11)),
    gaps: { count, sum, logarithms },
    trustScores: [...numbers.subarray(14, tallyAt)],
    tallies: [tallyOf(numbers.subarray(tallyAt)), tallyOf(numbers.subarray(tallyAt + 1 + 2 * rhythmBins))],
    counts: {
      hours: part(0, hoursOfWeek),
      slots: part(hoursOfWeek, slotsOfDay),
      seen: part(2 * (hoursOfWeek + slotsOfDay), hoursOfWeek),
    },
    pattern: {
      hours: part(hoursOfWeek + slotsOfDay, hoursOfWeek),
      slots: part(2 * hoursOfWeek + slotsOfDay, slotsOfDay),
    },
  }
}

function averagesOf([
  long = 0,
  month = 0,
  week = 0,
  longDays = 0,
  monthDays = 0,
  weekDays = 0,
]: Float64Array): Averages {
  return { postings: [long, month, week], days: [longDays, monthDays, weekDays] }
}

function tallyOf(numbers: Float64Array): RhythmTally {
  const tally = emptyTally(numbers[0] ?? 0)
  tally.expected.set(numbers.subarray(1, 1 + rhythmBins))
  tally.found.set(numbers.subarray(1 + rhythmBins, 1 + 2 * rhythmBins))
  return tally
}
