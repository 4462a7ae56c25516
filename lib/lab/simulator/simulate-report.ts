/** The cost and gain of a replay, in numbers. */
import { quantileOf } from '#lib/policy/basics/numeric.ts'
import type { SimulatedSource } from './simulate-source.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** REI 4.3: delay of the found postings (ms), polls per found posting, and the share of postings found. Null where undefined. */
export type FoundMetrics = {
  readonly delayMs: number | null
  readonly pollsPerPosting: number | null
  readonly recall: number | null
}

/** Delays in minutes, to the first poll at or after each posting, found or lost; null without postings. */
export type ReplayReport = {
  readonly sources: number
  readonly pollsPerSourceDay: number
  readonly postings: number
  /** Mean over postings, weighted by the weights of their sources. */
  readonly meanMin: number | null
  readonly medianMin: number | null
  readonly p90Min: number | null
  readonly p99Min: number | null
  readonly maxMin: number | null
  readonly deviationMin: number | null
  /** Mean over the sources' means, weighted alike. */
  readonly sourcesMeanMin: number | null
  readonly lost: number
  readonly lostShare: number | null
  /** Postings after the last poll of their source. */
  readonly open: number
  /** Polls that brought something, as a share of all. */
  readonly hitShare: number | null
  /** All articles together, and the mean over sources for which each is defined. */
  readonly overPostings: FoundMetrics
  readonly overSources: FoundMetrics
}

/** Sums up replayed sources. Percentiles as `quantileOf` has them. */
export function reportOf(states: readonly SimulatedSource[], evaluatedDays: number): ReplayReport {
  const delays = sortedDelays(states)
  const polls = total(states, 'polls')
  const hits = total(states, 'hits')
  const lost = total(states, 'lost')
  const quantile = (part: number): number | null => {
    const delay = quantileOf(delays, part)
    return delay === null ? null : delay / MINUTE_MS
  }
  return {
    sources: states.length,
    pollsPerSourceDay: states.length === 0 ? 0 : polls / (states.length * evaluatedDays),
    postings: delays.length,
    ...meansOf(states),
    medianMin: quantile(0.5),
    p90Min: quantile(0.9),
    p99Min: quantile(0.99),
    maxMin: quantile(1),
    deviationMin: deviationOf(delays),
    lost,
    lostShare: ratio(lost, delays.length),
    open: total(states, 'open'),
    hitShare: ratio(hits, polls),
    overPostings: foundMetrics(states),
    overSources: meanMetrics(states.map((state) => foundMetrics([state]))),
  }
}

function sortedDelays(states: readonly SimulatedSource[]): Float64Array {
  const all = new Float64Array(states.reduce((sum, { delays }) => sum + delays.length, 0))
  let offset = 0
  for (const { delays } of states) {
    all.set(delays, offset)
    offset += delays.length
  }
  return all.sort()
}

function meansOf(states: readonly SimulatedSource[]): Pick<ReplayReport, 'meanMin' | 'sourcesMeanMin'> {
  let delay = 0
  let postings = 0
  let means = 0
  let sources = 0
  for (const { delays, weight } of states) {
    if (delays.length === 0) continue
    const sum = sumOf(delays)
    delay += weight * sum
    postings += weight * delays.length
    means += (weight * sum) / delays.length
    sources += weight
  }
  return {
    meanMin: ratio(delay, postings * MINUTE_MS),
    sourcesMeanMin: ratio(means, sources * MINUTE_MS),
  }
}

function deviationOf(delays: Float64Array): number | null {
  if (delays.length === 0) return null
  const mean = sumOf(delays) / delays.length
  const squares = delays.reduce((sum, delay) => sum + (delay - mean) ** 2, 0)
  return Math.sqrt(squares / delays.length) / MINUTE_MS
}

/** Delay, polls per posting and recall of sources taken together; `open` postings count as not found. */
function foundMetrics(states: readonly SimulatedSource[]): FoundMetrics {
  let delay = 0
  let found = 0
  let eligible = 0
  let polls = 0
  for (const state of states) {
    const passed = state.delays.length - state.open
    for (let index = 0; index < passed; index++) delay += state.delays[index] ?? 0
    delay -= state.lostDelay
    found += passed - state.lost
    eligible += state.delays.length
    polls += state.polls
  }
  return {
    delayMs: ratio(delay, found),
    pollsPerPosting: ratio(polls, found),
    recall: ratio(found, eligible),
  }
}

function meanMetrics(metrics: readonly FoundMetrics[]): FoundMetrics {
  const meanOf = (name: keyof FoundMetrics): number | null => {
    const defined = metrics.map((metric) => metric[name]).filter((value) => value !== null)
    return ratio(
      defined.reduce((sum, value) => sum + value, 0),
      defined.length,
    )
  }
  return {
    delayMs: meanOf('delayMs'),
    pollsPerPosting: meanOf('pollsPerPosting'),
    recall: meanOf('recall'),
  }
}

function total(states: readonly SimulatedSource[], name: 'polls' | 'hits' | 'lost' | 'open'): number {
  return states.reduce((sum, state) => sum + state[name], 0)
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
