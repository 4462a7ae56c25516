/** The memory of the price policy about a source: a few kilobytes, changed only by polls that bring postings. */
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { curveOf, daysUntil } from './curve.ts'
import { flatWeek, learnPattern } from './pattern.ts'
import { averagesAfter, noAverages, rateOf, trustChoices, trustScores } from './rates.ts'
import { type RhythmTally, addToTally, emptyTally, gapsWith, kindOf, noGaps } from './rhythm.ts'
import { type Counts, hourOfWeek, hoursOfWeek, slotOfDay, slotsOfDay } from './week.ts'
import type { Population, PriceMemory } from './learned.ts'

/** A poll, as far as the memory is concerned. */
type PolledTimes = {
  readonly polledAt: number
  /** Credible times of the postings that were not known before, ascending. */
  readonly newTimes: readonly number[]
}

/** Postings fade from the counts by e each 120 days: forgetting in 60 lengthened the mean delay by 2 %. */
const countSpanMs = 120 * DAY_MS
/** Within this time it is counted to the hour when a source was looked at. */
const exactlySeenMs = 28 * DAY_MS
/** A pattern is learnt anew at the first poll after a week, or once the postings are half as many again. */
const patternMs = 7 * DAY_MS
const patternGrowth = 1.5

/** A memory of a source of which nothing is known before `since`: a source never polled. */
export function emptyMemory(since: number): PriceMemory {
  return {
    countedUntil: since,
    counts: {
      hours: new Float32Array(hoursOfWeek),
      slots: new Float32Array(slotsOfDay),
      seen: new Float32Array(hoursOfWeek),
    },
    averages: noAverages,
    pattern: flatWeek,
    patternAt: 0,
    patternPostings: 0,
    postings: 0,
    sinceLast: 0,
    gaps: noGaps,
    tallies: [emptyTally(0), emptyTally(0)],
    trustScores: Array.from({ length: 2 * trustChoices.length }, () => 0),
  }
}

/** The memory after a successful poll; the same object when the poll taught nothing. Looks at nothing but what polls brought. */
export function remember(memory: PriceMemory, poll: PolledTimes, population: Population): PriceMemory {
  const counted = poll.newTimes.length === 0 ? memory : count(memory, poll, population)
  return isPatternDue(counted, poll.polledAt) ? relearn(counted, poll.polledAt, population) : counted
}

function count(
  memory: PriceMemory,
  { polledAt, newTimes }: PolledTimes,
  population: Population,
): PriceMemory {
  const { prior, trust } = population
  const from = Math.min(memory.countedUntil, polledAt) // where the clock was set back no time has passed
  const curve = curveOf(memory.pattern)
  const rate = rateOf(memory.averages, prior, trust)
  const isFirst = memory.postings === 0
  const days = daysUntil(curve, polledAt) - daysUntil(curve, from)
  const scores = trustScores(memory.averages, prior, trust, { postings: newTimes.length, days })
  return {
    ...memory,
    countedUntil: polledAt,
    counts: countTimes(memory.counts, from, polledAt, newTimes),
    averages: averagesAfter(memory.averages, curve, from, polledAt, newTimes),
    postings: memory.postings + newTimes.length,
    // The first document is read with a rate that is not learnt yet: it says nothing of what predicts.
    trustScores: isFirst
      ? memory.trustScores
      : memory.trustScores.map((sum, index) => sum + (scores[index] ?? 0)),
    ...followGaps(memory, polledAt, newTimes, isFirst ? newTimes.length / Math.max(days, 1e-9) : rate),
  }
}

/** Walks from posting to posting through what was expected between them. */
function followGaps(
  memory: PriceMemory,
  polledAt: number,
  newTimes: readonly number[],
  ratePerDay: number,
): Pick<PriceMemory, 'gaps' | 'sinceLast' | 'tallies'> {
  const curve = curveOf(memory.pattern)
  const isTallied = memory.postings > 0
  const tally = isTallied ? copyOf(memory.tallies[0]) : memory.tallies[0]
  let { gaps, sinceLast, countedUntil: from } = memory
  for (const time of newTimes) {
    const expected = sinceLast + ratePerDay * Math.max(0, daysUntil(curve, time) - daysUntil(curve, from))
    if (isTallied) addToTally(tally, sinceLast, expected, true)
    gaps = gapsWith(gaps, expected)
    sinceLast = 0
    from = Math.max(from, time)
  }
  const rest = ratePerDay * (daysUntil(curve, polledAt) - daysUntil(curve, from))
  if (isTallied) addToTally(tally, 0, rest, false)
  return { gaps, sinceLast: rest, tallies: [tally, memory.tallies[1]] }
}

function countTimes(before: Counts, from: number, until: number, times: readonly number[]): Counts {
  const kept = Math.exp((from - until) / countSpanMs)
  const [hours, slots, seen] = [before.hours, before.slots, before.seen].map((bins) => {
    return bins.map((count) => count * kept)
  }) as [Float32Array, Float32Array, Float32Array]
  for (const time of times) {
    const count = Math.exp(Math.min(0, time - until) / countSpanMs)
    const hour = hourOfWeek(time)
    const slot = slotOfDay(time)
    hours[hour] = (hours[hour] ?? 0) + count
    slots[slot] = (slots[slot] ?? 0) + count
  }
  addSeen(seen, from, until)
  return { hours, slots, seen }
}

/** Adds the hours between two instants; what lies more than four weeks back is spread over the whole week. */
function addSeen(seen: Float32Array, from: number, until: number): void {
  const start = Math.max(from, until - exactlySeenMs)
  const evenly = Math.exp((start - until) / countSpanMs) * (1 - Math.exp((from - start) / countSpanMs))
  const each = (evenly * countSpanMs) / HOUR_MS / hoursOfWeek
  if (each > 0) for (let hour = 0; hour < hoursOfWeek; hour++) seen[hour] = (seen[hour] ?? 0) + each
  for (let at = start; at < until;) {
    const end = Math.min(until, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS)
    const hour = hourOfWeek(at)
    seen[hour] = (seen[hour] ?? 0) + ((end - at) / HOUR_MS) * Math.exp((at - until) / countSpanMs)
    at = end
  }
}

function isPatternDue({ postings, patternPostings, patternAt }: PriceMemory, now: number): boolean {
  return now - patternAt >= patternMs || postings > patternGrowth * patternPostings
}

/** The pattern from all that is counted; from now on gaps are tallied for the kind that the source now seems to be. */
function relearn(memory: PriceMemory, now: number, population: Population): PriceMemory {
  const kind = kindOf(memory.gaps)
  return {
    ...memory,
    pattern: learnPattern(memory.counts, population.shapes, population.without),
    patternAt: now,
    patternPostings: memory.postings,
    tallies: kind === memory.tallies[0].kind ? memory.tallies : [emptyTally(kind), memory.tallies[0]],
  }
}

function copyOf({ kind, expected, found }: RhythmTally): RhythmTally {
  return { kind, expected: expected.slice(), found: found.slice() }
}

/** The kind of publisher whose rhythm is expected of a source. */
export function rhythmKindOf({ tallies }: PriceMemory): number {
  return tallies[0].kind
}

/** Postings a day expected now: the averages with the silence since they were taken. */
export function rateNow(memory: PriceMemory, now: number, { prior, trust }: Population): number {
  const averages = averagesAfter(memory.averages, curveOf(memory.pattern), memory.countedUntil, now, [])
  return rateOf(averages, prior, trust)
}
