import { usualPublicationLagMs } from '#lib/policy/adaptive/mavsync.ts'
import { firstMemory, rememberPoll, train, type SourceMemory } from '#lib/policy/adaptive/memory.ts'
import { decideInstant } from '#lib/policy/decide.ts'
import { learnSharedPatterns, type SharedPatterns } from '#lib/lab/literature/shared-patterns.ts'
import { learnsFromHistory } from '#lib/policy/intervals.ts'
import { isInterval, isTimed } from '#lib/policy/facts/methods.ts'
import { planAsServer, planMethod, type MethodSettings } from '#lib/lab/literature/policies.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { carryAfter } from '#lib/policy/schedule/planned-times.ts'
import { knownFrom, windowOf, type SimulatedSource } from './simulate-source.ts'
import { overflowAtOf, plannedWindow, pollAndLearn } from './simulate-window.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { HistoryMethodName, MethodName } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

export type Replay = {
  readonly method: HistoryMethodName
  readonly states: readonly SimulatedSource[]
  readonly settings: MethodSettings
  readonly evaluatedFrom: number
  readonly endAt: number
  /** Whether the policy learns anew at every UTC midnight; else it is set up once and decides from its polls. */
  readonly isPlannedDaily: boolean
  readonly elapsedMs: (() => number) | null
  /**
   * The server's own planning and the facts it would have, under any policy an admin may choose; 'minimum-delay' is no other. Else the
   * policy as published, whose postings are visible at once.
   */
  readonly isLive: boolean
  /** Patterns learnt of all sources together, at most; absent: 12 (SC 4.3). */
  readonly mostClusters?: number | undefined
  /** Plans in force until now by source id, whose credit is taken over; and what stands over the policy. Absent: there is none. */
  readonly plansBefore?: ReadonlyMap<number, SourcePlan>
  readonly boundPlan?: (plan: SourcePlan) => SourcePlan
}

/** A source as the policy has made it so far. */
type Seat = {
  readonly state: SimulatedSource
  plan: SourcePlan | null
  memory: SourceMemory | null
  readonly publicationLagMs: number
}

/** Days of postings that plannings are given, as in the live aggregator; and after how many patterns and clusters are learnt anew. */
const historyDays = 14
const patternDays = 7

/**
 * Replays sources in place from `evaluatedFrom` to `endAt`: learns at every UTC midnight, then lets each source's polls of that day
 * follow one another, as sources know nothing of each other between plannings.
 * @returns mean duration of a planning; null without a clock
 */
export function replaySources(replay: Replay): number | null {
  const { evaluatedFrom, endAt, elapsedMs } = replay
  const seats = replay.states.map((state): Seat => ({
    state,
    plan: replay.plansBefore?.get(state.sourceId) ?? null,
    memory: null,
    publicationLagMs: replay.isLive ? usualPublicationLagMs : 0,
  }))
  let patterns: SharedPatterns | null = null
  let plannings = 0
  let planningMs = 0
  for (let now = evaluatedFrom; now < endAt;) {
    const startedAt = elapsedMs?.() ?? 0
    const histories = seats.map((seat) => historyOf(seat, replay, now))
    const isPatternDay = Math.round((now - evaluatedFrom) / DAY_MS) % patternDays === 0
    if (isPatternDay && learnsPatterns(replay.method))
      patterns = learnSharedPatterns(histories, replay.mostClusters)
    planSeats(seats, histories, replay, now, patterns)
    planningMs += (elapsedMs?.() ?? 0) - startedAt
    plannings++
    const until = replay.isPlannedDaily ? Math.min(endAt, now + DAY_MS) : endAt
    for (const seat of seats) replaySeat(seat, now, until, keepsDecisions(replay))
    now = until
  }
  return elapsedMs === null ? null : planningMs / plannings
}

function planSeats(
  seats: readonly Seat[],
  histories: readonly SourceHistory[],
  replay: Replay,
  now: number,
  patterns: SharedPatterns | null,
): void {
  const { method, settings, isLive, boundPlan = (plan) => plan } = replay
  const plans = isLive
    ? planAsServer(method, histories, settings, now)
    : planMethod(method, histories, settings, now, patterns)
  seats.forEach((seat, index) => {
    const plan = plans[index]
    const history = histories[index]
    if (plan === undefined || history === undefined) return
    seat.plan = boundPlan(plan)
    if (!keepsDecisions(replay)) return
    const { polledAt } = seat.state
    const window = windowOf(seat.state)
    seat.memory ??= firstMemory({ polledAt, window, newTimes: history.postingTimes })
    if (learnsFromHistory(method)) {
      seat.memory = train(seat.memory, history, now, patterns?.clusterOf.get(plan.sourceId) ?? null)
    }
  })
}

/** Published interval policies plan nothing: what they decided at a poll stands. The server decides anew at every planning. */
function keepsDecisions({ method, isLive }: Replay): boolean {
  return isInterval(method) && !isLive
}

/** Lets a source's polls follow one another from a planning on until the next. */
function replaySeat(seat: Seat, now: number, until: number, keepsDecision: boolean): void {
  const { state, plan } = seat
  const isFirst = state.polls === 0 && state.nextPollAt === state.polledAt
  // A poll due at the very instant of a planning still takes place. Interval policies keep to what they decided at the last poll,
  // unless they have learnt anew since: then they decide again as at that poll.
  if (isFirst || (!keepsDecision && state.nextPollAt > now)) decide(seat, now)
  else if (plan !== null && decidesAgain(plan.policy) && state.nextPollAt > now) {
    decide(seat, state.polledAt)
    state.nextPollAt = Math.max(now, state.nextPollAt)
  }
  // Else all sources with equal intervals would be polled at the same instants for ever.
  if (isFirst && plan !== null && constantIntervals.has(plan.policy))
    state.nextPollAt = spreadStart(state, now)
  while (state.nextPollAt < until) {
    const pollAt = state.nextPollAt
    const brought = pollAndLearn(state, pollAt, plan?.ratePerDay ?? 0)
    if (seat.memory !== null) {
      const newTimes = brought === 0 ? [] : state.known.slice(-brought)
      seat.memory = rememberPoll(seat.memory, { polledAt: pollAt, window: windowOf(state), newTimes })
    }
    decide(seat, pollAt)
  }
}

/** A source's phase within its first interval, whole ms. */
function spreadStart({ sourceId, nextPollAt }: SimulatedSource, now: number): number {
  return now + Math.ceil(phaseOf(sourceId) * (nextPollAt - now))
}

/** Policies whose daily training changes what they would have decided at the last poll: LIHZ books its weekdays at polls only. */
function decidesAgain(method: MethodName): boolean {
  return learnsFromHistory(method) && !constantIntervals.has(method)
}

/** Interval policies whose polls keep the phase they begin with; those of the others follow the postings. */
const constantIntervals: ReadonlySet<MethodName> = new Set([
  'fix',
  'fixlearned-a',
  'fixlearned-w',
  'lru-2',
  'moving-average',
  'lihz',
])

function decide({ state, plan, memory, publicationLagMs }: Seat, now: number): void {
  if (plan === null) return
  const facts: PollFacts = {
    sourceId: state.sourceId,
    outcome: 'unchanged',
    consecutiveFailures: 0,
    notBefore: null,
    window: memory === null ? windowOf(state) : memory.window,
    polledAt: state.polledAt,
    publicationLagMs,
    overflowAt: overflowAtOf(state, plan),
    ...(memory !== null && { memory }),
  }
  state.nextPollAt = decideInstant(plan, facts, now)
}

function historyOf({ state, plan }: Seat, { method, isLive }: Replay, now: number): SourceHistory {
  // The live aggregator looks back from now; the fortnight of the published policies ends at the last poll.
  const since = (isLive ? now : Math.min(now, state.polledAt)) - historyDays * DAY_MS
  return {
    sourceId: state.sourceId,
    weight: state.weight,
    postingTimes: knownFrom(state, since),
    knownSince: Math.max(state.knownSince, since),
    knownUntil: state.polledAt,
    windowSize: isLive ? plannedWindow(state) : finiteOrNull(state.windowSize),
    carry: plan === null ? firstCarry(method, state.sourceId) : carryAfter(plan, now),
  }
}

function finiteOrNull(windowSize: number): number | null {
  return Number.isFinite(windowSize) ? windowSize : null
}

/**
 * The credit of a source of a published policy at the start: its phase, as a part of a poll. So over all sources, at any share, the
 * first polls come evenly, and half a poll each is earned on average: fractions carried over neither gain nor lose polls. This
 * is the convention of the independent replay we compare with, too; `1 − phase` would be as even, but other phases. The product chooses itself.
 */
function firstCarry(method: MethodName, sourceId: number): number | null {
  return method === 'minimum-delay' ? null : phaseOf(sourceId)
}

/** Policies that learn the hours of all sources together. */
function learnsPatterns(method: MethodName): boolean {
  return method === 'indhist-agghist' || (isTimed(method) && method !== 'minimum-delay')
}
