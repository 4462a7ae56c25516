import {
  firstMemory,
  rememberPoll,
  type IntervalObservation,
  type SourceMemory,
} from '#lib/policy/adaptive/memory.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { tallyOf, type PollTally } from './posting-status.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { buildFacts, buildPlan, monday } from './builders.ts'

/** One source, in minutes after the reference instant. */
export type OneSource = {
  readonly postings: readonly number[]
  readonly windowSize: number
  readonly firstPoll: number
  readonly end: number
  /** The time after which postings can be seen. */
  readonly lag?: number
}

/**
 * Polls one source as the live aggregator would, by `decideNextPoll` alone; the last poll may fall on the end. Bounds unless the plan
 * has others: 1 min, 1 day.
 */
export function replayOne(
  source: OneSource,
  changes: Partial<SourcePlan>,
  publicationLagMs = 0,
): { polls: number[]; tally: PollTally } {
  const { firstPoll, end, lag = 0, windowSize } = source
  const plan = buildPlan({ madeAt: monday, maxStalenessMs: DAY_MS, ...changes })
  const times = source.postings.map(toInstant)
  const polls: number[] = []
  let memory: SourceMemory | null = null
  for (let now = toInstant(firstPoll); now <= toInstant(end) + 0.5;) {
    const visible = times.filter((at) => at <= now - lag * MINUTE_MS)
    const shown = visible.slice(-windowSize)
    const oldestAt = shown[0]
    const newestAt = shown.at(-1)
    const window =
      oldestAt === undefined || newestAt === undefined ? null : { size: shown.length, oldestAt, newestAt }
    const seenBefore: number = memory?.polledAt ?? -Infinity
    const newTimes: number[] = shown.filter((at) => at > seenBefore - lag * MINUTE_MS)
    const observation: IntervalObservation = { polledAt: now, window, newTimes }
    memory = memory === null ? firstMemory(observation) : rememberPoll(memory, observation)
    polls.push(now)
    const facts = buildFacts({ outcome: 'changed', window, memory, publicationLagMs })
    now = decideNextPoll(plan, facts, now).nextPollAt
  }
  const tally = tallyOf({
    postingTimes: times,
    polls: polls.map((poll) => poll - lag * MINUTE_MS),
    windowSize,
    endAt: toInstant(end),
  })
  return { polls: polls.map((poll) => (poll - monday) / MINUTE_MS), tally }
}

function toInstant(minutes: number): number {
  return monday + minutes * MINUTE_MS
}

/** Memory of a source whose one known document shows these times. */
export function memoryOf(times: readonly number[], polledAt: number): SourceMemory {
  const oldestAt = times[0]
  const newestAt = times.at(-1)
  const window =
    oldestAt === undefined || newestAt === undefined ? null : { size: times.length, oldestAt, newestAt }
  return firstMemory({ polledAt, window, newTimes: times })
}
