import { decideNextPoll } from './decide.ts'
import { delaysOf } from './metrics.ts'
import { planAll } from './plan.ts'
import { carryAfter } from './schedule/planned-times.ts'
import { DAY_MS } from './time.ts'
import type { PolicySettings, SourceHistory, SourcePlan } from './types.ts'

/** Posting times of one source, ascending. */
export type Trace = {
  readonly sourceId: number
  readonly weight?: number
  readonly postingTimes: readonly number[]
}

export type SimulationOptions = {
  readonly traces: readonly Trace[]
  readonly settings: PolicySettings
  /** First UTC midnight of the trace; evaluation begins `learnDays` later, ends at `endAt`. */
  readonly startAt: number
  readonly endAt: number
  /** Days known in full at the start, 14 unless told. */
  readonly learnDays?: number
  /** Postings a document shows, 15 unless told: older new ones are lost at a poll. */
  readonly windowSize?: number
  /** How many days of known postings a planning is given, 14 unless told. */
  readonly historyDays?: number
}

export type SourceReplay = {
  readonly sourceId: number
  readonly polls: readonly number[]
  /** Delay of each posting after the learning days: to the first poll at or after it, or to the end. */
  readonly delays: readonly number[]
  readonly lost: number
}

/** What is known of a source while its trace is replayed. */
type State = {
  readonly trace: Trace
  readonly known: number[]
  readonly polls: number[]
  /** Index of the first posting that no poll has passed. */
  next: number
  lost: number
  polledAt: number
  nextPollAt: number
  plan: SourcePlan | null
}

/**
 * Replays traces through the live policy: plans at the end of the learning days and at every UTC midnight, decides after every poll
 * and anew after every planning. Sources without a posting in the learning days take no part. The policy sees only what its polls
 * brought: nothing later than the last poll of a source.
 */
export function simulate(options: SimulationOptions): SourceReplay[] {
  const { traces, settings, startAt, endAt, learnDays = 14, historyDays = 14, windowSize = 15 } = options
  const evaluatedFrom = startAt + learnDays * DAY_MS
  const states = traces
    .filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < evaluatedFrom)
    .map((trace) => startState(trace, evaluatedFrom))
  for (let midnight = evaluatedFrom; midnight < endAt; midnight += DAY_MS) {
    const since = Math.max(startAt, midnight - historyDays * DAY_MS)
    const { plans } = planAll(
      states.map((state) => historyOf(state, since, windowSize, midnight)),
      settings,
      midnight,
    )
    states.forEach((state, index) => {
      state.plan = plans[index] ?? null
      decide(state, midnight, windowSize)
      const dayEnd = Math.min(endAt, midnight + DAY_MS)
      while (state.nextPollAt < dayEnd) pollOnce(state, windowSize)
    })
  }
  return states.map((state) => finish(state, evaluatedFrom, endAt))
}

function startState(trace: Trace, evaluatedFrom: number): State {
  const known = trace.postingTimes.filter((at) => at < evaluatedFrom)
  return {
    trace,
    known,
    polls: [],
    next: known.length,
    lost: 0,
    polledAt: evaluatedFrom,
    nextPollAt: evaluatedFrom,
    plan: null,
  }
}

function historyOf(state: State, since: number, windowSize: number, now: number): SourceHistory {
  return {
    sourceId: state.trace.sourceId,
    weight: state.trace.weight ?? 1,
    postingTimes: state.known.filter((at) => at >= since),
    knownSince: since,
    knownUntil: state.polledAt,
    windowSize,
    carry: state.plan === null ? null : carryAfter(state.plan, now),
  }
}

function decide(state: State, now: number, windowSize: number): void {
  if (state.plan === null) return
  const seen = state.known.slice(-windowSize)
  const [oldestAt, newestAt] = [seen[0], seen.at(-1)]
  const window =
    oldestAt === undefined || newestAt === undefined ? null : { size: seen.length, oldestAt, newestAt }
  const facts = {
    sourceId: state.trace.sourceId,
    outcome: 'changed',
    consecutiveFailures: 0,
    notBefore: null,
    window,
    polledAt: state.polledAt,
    publicationLagMs: 0,
  } as const
  state.nextPollAt = decideNextPoll(state.plan, facts, now).nextPollAt
}

function pollOnce(state: State, windowSize: number): void {
  const now = state.nextPollAt
  const { postingTimes } = state.trace
  const first = state.next
  while ((postingTimes[state.next] ?? Infinity) <= now) state.next++
  const retrieved = Math.max(first, state.next - windowSize)
  state.lost += retrieved - first
  for (const at of postingTimes.slice(retrieved, state.next)) state.known.push(at)
  state.polls.push(now)
  state.polledAt = now
  decide(state, now, windowSize)
}

function finish({ trace, polls, lost }: State, evaluatedFrom: number, endAt: number): SourceReplay {
  const evaluated = trace.postingTimes.filter((at) => at >= evaluatedFrom && at < endAt)
  return { sourceId: trace.sourceId, polls, delays: delaysOf(evaluated, polls, endAt), lost }
}
