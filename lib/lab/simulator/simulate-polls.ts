/** The polls of a host's sources between two plannings of the price policy, one after the other. */
import { decideInstant } from '#lib/policy/decide.ts'
import { remember } from '#lib/policy/learning/memory.ts'
import type { HostLesson } from '#lib/policy/schedule/host-patience.ts'
import { windowOf, type SimulatedSource } from './simulate-source.ts'
import { overflowAtOf, pollAndLearn } from './simulate-window.ts'
import {
  learnAnswer,
  newHost,
  retryAt,
  type SimulatedFailure,
  type SimulatedHost,
  type SimulatedWeb,
} from './simulate-web.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** A source as the policy has made it so far. */
export type Seat = {
  readonly state: SimulatedSource
  memory: PriceMemory
  readonly knowsTruth: boolean
  plan: SourcePlan | null
  /** Failed polls in a row, and what became of the last poll. */
  failures: number
  outcome: PollFacts['outcome']
  /** Of the last poll, where it failed and that is known. */
  failure: PollFacts['failure']
}

/** The sources of one host, in the web they live in. */
type SeatedHost = {
  readonly seats: readonly Seat[]
  readonly host: SimulatedHost
  readonly web: SimulatedWeb
}

const noTimes: readonly number[] = []
/** As in the claims of the live aggregator: what a source's delay costs by now, weight times so long and the time overdue. */
const urgentFromMs = 60_000

/** The hosts of a web at the beginning. */
export function hostsOf(seats: readonly Seat[], web: SimulatedWeb): SeatedHost[] {
  const groups = new Map<string, Seat[]>()
  for (const seat of seats) {
    const host = web.hostOf(seat.state.sourceId)
    groups.set(host, [...(groups.get(host) ?? []), seat])
  }
  return [...groups.values()].map((group) => ({ seats: group, host: newHost(group.length), web }))
}

/**
 * Lets the polls of a host's sources follow one another until the next planning, each when it is due and the host may be asked, the most
 * urgent first.
 * @returns how many there were
 */
export function replayHost(seated: SeatedHost, population: Population, now: number, until: number): number {
  for (const seat of seated.seats) decideAnew(seat, now)
  for (let polls = 0; ; polls++) {
    const at = Math.max(seated.host.nextRequestAt, earliestOf(seated.seats))
    if (!(at < until)) return polls
    const seat = mostUrgent(seated.seats, at)
    poll(seated, seat, population, at + seated.web.lateMs(seat.state.sourceId, at))
  }
}

/** After a planning. What is overdue stays so, and what was decided after a failure or a host's limit stands. */
function decideAnew(seat: Seat, now: number): void {
  const { state, outcome } = seat
  const isFirst = state.polls === 0 && state.nextPollAt === state.polledAt
  const hasAnswered = outcome === 'changed' || outcome === 'unchanged'
  if (isFirst || (hasAnswered && state.nextPollAt > now)) state.nextPollAt = decide(seat, now, null)
}

function earliestOf(seats: readonly Seat[]): number {
  return seats.reduce((least, { state }) => Math.min(least, state.nextPollAt), Infinity)
}

function mostUrgent(seats: readonly Seat[], at: number): Seat {
  return seats.reduce((best, seat) => (urgencyOf(seat, at) > urgencyOf(best, at) ? seat : best))
}

function urgencyOf({ state }: Seat, at: number): number {
  const overdueMs = at - state.nextPollAt
  return overdueMs < 0 ? -1 : state.weight * (urgentFromMs + overdueMs)
}

function poll({ seats, host, web }: SeatedHost, seat: Seat, population: Population, at: number): void {
  const { sourceId } = seat.state
  const answer = web.answerTo(sourceId, at)
  const finishedAt = answer.kind === 'document' ? at : at + answer.tookMs
  const lesson = learnAnswer(host, answer, { sourceId, finishedAt }, web.spacingMs)
  if (answer.kind === 'document') read(seat, population, finishedAt)
  else fail(seat, answer, lesson, finishedAt)
  seat.state.nextPollAt = decide(seat, finishedAt, retryAt(answer, finishedAt))
  concludeOutage(seats, lesson)
}

function read(seat: Seat, population: Population, polledAt: number): void {
  const { state, knowsTruth } = seat
  const brought = pollAndLearn(state, polledAt, seat.plan?.ratePerDay ?? 0)
  const newTimes = brought === 0 ? noTimes : state.known.slice(-brought)
  if (!knowsTruth) seat.memory = remember(seat.memory, { polledAt, newTimes }, population)
  seat.outcome = brought === 0 ? 'unchanged' : 'changed'
  seat.failures = 0
}

/** A poll that brought nothing. While the whole host does not answer, no failure counts against its sources. */
function fail(seat: Seat, answer: SimulatedFailure, { state: host }: HostLesson, at: number): void {
  const { state } = seat
  const outcome = answer.kind === 'throttled' ? 'throttled' : 'failed'
  state.polls++
  state.polledAt = at
  state.pollTimes?.push(at)
  seat.outcome = outcome
  seat.failure = outcome === 'failed' ? answer.failure : undefined
  if (outcome === 'failed' && host.downSince === null) seat.failures++
}

/** The failures that showed an outage were not the sources' own; when it ends, those that waited are due. */
function concludeOutage(seats: readonly Seat[], { begins, endsFrom, state }: HostLesson): void {
  for (const seat of seats) {
    if (begins && state.failedSourceIds.includes(seat.state.sourceId) && seat.failures > 0) seat.failures--
    if (endsFrom !== null && seat.outcome === 'failed' && seat.failures === 0)
      seat.state.nextPollAt = Math.min(seat.state.nextPollAt, endsFrom)
  }
}

function decide(
  { state, plan, memory, failures, outcome, failure }: Seat,
  now: number,
  notBefore: number | null,
): number {
  if (plan === null) return Infinity
  const facts: PollFacts = {
    sourceId: state.sourceId,
    outcome,
    ...(outcome === 'failed' && failure !== undefined && { failure }),
    consecutiveFailures: failures,
    notBefore,
    window: windowOf(state),
    polledAt: state.polledAt,
    priceMemory: memory,
    overflowAt: overflowAtOf(state, plan),
  }
  return decideInstant(plan, facts, now)
}
