/** The cost and gain of a replay of the lab, and how two of them compare. */
import { quantileOf } from '#lib/policy/basics/numeric.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { LabReplay } from './replay.ts'
import type { LabWorld } from './world.ts'

/** Delays are of the postings that count, null without any; percentiles the least delay with at least that share at or below it. */
type LabFigures = {
  readonly polls: number
  readonly pollsPerDay: number
  readonly postings: number
  /** Each posting by the weight of its source. */
  readonly weightedMeanMs: number | null
  readonly medianMs: number | null
  readonly p90Ms: number | null
  /** Postings that had left their document before a poll saw them. */
  readonly lost: number
}

/** Delays by source, in the order of the world: how they add up, and how many there are. */
export type DelaySums = { readonly sums: Float64Array; readonly counts: Float64Array }

export type LabOutcome = {
  readonly figures: LabFigures
  readonly bySource: DelaySums
  /** Polls by UTC hour, a day's mean. */
  readonly pollsByHour: readonly number[]
}

/** Figures of a replay. O(postings log postings). */
export function outcomeOf(world: LabWorld, { states }: LabReplay): LabOutcome {
  const polls = states.map(({ pollTimes }) => pollTimes ?? [])
  const lost = states.reduce((sum, state) => sum + state.lost, 0)
  return outcome(world, polls, lost, (source, posting) => states[source]?.delays[posting] ?? 0)
}

/** Figures of what really happened: delays end with the span, as in replays. */
export function happenedOf(world: LabWorld): LabOutcome {
  const { sources, endAt } = world
  return outcome(
    world,
    sources.map(({ polls }) => polls),
    0,
    (source, posting) => {
      const { foundAt, times } = sources[source] ?? {}
      return Math.min(foundAt?.[posting] ?? endAt, endAt) - (times?.[posting] ?? endAt)
    },
  )
}

function outcome(
  world: LabWorld,
  polls: readonly (readonly number[])[],
  lost: number,
  delayOf: (source: number, posting: number) => number,
): LabOutcome {
  const { sources, takeoverAt, endAt } = world
  const days = (endAt - takeoverAt) / DAY_MS
  const bySource = { sums: new Float64Array(sources.length), counts: new Float64Array(sources.length) }
  const delays: number[] = []
  sources.forEach((source, index) => {
    source.times.forEach((at, posting) => {
      if (source.isCounted[posting] !== 1 || at < takeoverAt) return
      const delay = delayOf(index, posting) + (source.lagMs[posting] ?? 0)
      delays.push(delay)
      bySource.sums[index] = (bySource.sums[index] ?? 0) + delay
      bySource.counts[index] = (bySource.counts[index] ?? 0) + 1
    })
  })
  const sorted = Float64Array.from(delays).sort()
  const count = polls.reduce((sum, times) => sum + times.length, 0)
  return {
    figures: {
      polls: count,
      pollsPerDay: count / days,
      postings: sorted.length,
      weightedMeanMs: weightedMean(world, bySource),
      medianMs: quantileOf(sorted, 0.5),
      p90Ms: quantileOf(sorted, 0.9),
      lost,
    },
    bySource,
    pollsByHour: byHour(polls, days),
  }
}

function byHour(polls: readonly (readonly number[])[], days: number): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const times of polls) {
    for (const at of times) {
      const hour = Math.floor((at % DAY_MS) / HOUR_MS)
      hours[hour] = (hours[hour] ?? 0) + 1 / days
    }
  }
  return hours
}

function weightedMean({ sources }: LabWorld, { sums, counts }: DelaySums): number | null {
  let delay = 0
  let postings = 0
  sources.forEach(({ weight }, index) => {
    delay += weight * (sums[index] ?? 0)
    postings += weight * (counts[index] ?? 0)
  })
  return postings === 0 ? null : delay / postings
}

/** A difference of weighted means, and between what it lies with 95 % certainty; null: too few sources to say. */
export type Difference = {
  readonly ms: number
  readonly lowMs: number | null
  readonly highMs: number | null
}

const draws = 1_000
/** Draws of fewer are nearly always the same few: of one source they would make it a certainty. */
const leastSources = 5
const seed = 20_260_105

/**
 * One outcome's weighted mean less another's over the same postings, with the 95 % interval of a bootstrap over sources: sources, not
 * postings, because those of one source wait together. Null without postings. O(draws · sources).
 */
export function differenceOf(world: LabWorld, one: DelaySums, other: DelaySums): Difference | null {
  const rows = world.sources.map(({ weight }, index) => ({
    change: weight * ((one.sums[index] ?? 0) - (other.sums[index] ?? 0)),
    postings: weight * (one.counts[index] ?? 0),
  }))
  return differenceOfSums(rows)
}

/** Between what an outcome's weighted mean lies with 95 % certainty, by the same bootstrap; null without postings or of too few sources. */
export function intervalOf(
  world: LabWorld,
  { sums, counts }: DelaySums,
): { readonly lowMs: number; readonly highMs: number } | null {
  const rows = world.sources.map(({ weight }, index) => ({
    change: weight * (sums[index] ?? 0),
    postings: weight * (counts[index] ?? 0),
  }))
  const { lowMs = null, highMs = null } = differenceOfSums(rows) ?? {}
  return lowMs === null || highMs === null ? null : { lowMs, highMs }
}

/** The same of sums by source, both times its weight: changes of the delay in ms, and postings. */
function differenceOfSums(
  sums: readonly { readonly change: number; readonly postings: number }[],
): Difference | null {
  const rows = sums.filter(({ postings }) => postings > 0)
  const ratio = (pick: (index: number) => number): number => {
    let change = 0
    let postings = 0
    for (let index = 0; index < rows.length; index++) {
      const row = rows[pick(index)]
      change += row?.change ?? 0
      postings += row?.postings ?? 0
    }
    return change / postings
  }
  if (rows.length === 0) return null
  const ms = ratio((index) => index)
  if (rows.length < leastSources) return { ms, lowMs: null, highMs: null }
  const random = seededRandom(seed)
  const drawn = Float64Array.from({ length: draws }, () =>
    ratio(() => Math.floor(random() * rows.length)),
  ).sort()
  const at = (part: number) => drawn[Math.floor(part * (draws - 1))] ?? 0
  return { ms, lowMs: at(0.025), highMs: at(0.975) }
}

/**
 * Polls a day at which a policy's weighted mean comes down to a delay, between two of its points, straight in logarithms; null where
 * its points do not reach so far.
 */
export function pollsToReach(
  points: readonly Pick<LabFigures, 'pollsPerDay' | 'weightedMeanMs'>[],
  delayMs: number,
): number | null {
  const rising = points
    .flatMap(({ pollsPerDay, weightedMeanMs: ms }) => (ms === null || ms <= 0 ? [] : [{ pollsPerDay, ms }]))
    .sort((a, b) => a.pollsPerDay - b.pollsPerDay)
  for (let index = 0; index + 1 < rising.length; index++) {
    const from = rising[index]
    const to = rising[index + 1]
    if (from === undefined || to === undefined || from.ms < delayMs || to.ms > delayMs) continue
    if (from.ms === to.ms) return from.pollsPerDay
    const part = Math.log(from.ms / delayMs) / Math.log(from.ms / to.ms)
    return from.pollsPerDay * (to.pollsPerDay / from.pollsPerDay) ** part
  }
  return null
}
