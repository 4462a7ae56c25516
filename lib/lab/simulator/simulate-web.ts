/** The events that polls meet besides documents while a trace is replayed: answers that fail, and hosts with their limits. */
import type { FailureKind } from '#lib/policy/basics/failure-kind.ts'
import {
  hostAfterAnswer,
  freshHost,
  spacingOf,
  spacingState,
  type HostAnswer,
  type HostLesson,
  type HostState,
} from '#lib/policy/schedule/host-patience.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/**
 * The result of a poll. document: all that is published is in it. broken: the host is at work, but what it sends is of no use.
 * unreachable: no connection, no answer in time, a 5xx. throttled: it asks for fewer polls.
 */
export type SimulatedAnswer = { readonly kind: 'document' } | SimulatedFailure

export type SimulatedFailure = {
  readonly kind: 'broken' | 'unreachable' | 'throttled'
  /** The failure to the source, which waits by it; absent: nothing is known of it. */
  readonly failure?: FailureKind
  /** From the request until nothing more is waited for. */
  readonly tookMs: number
  /** Requests it took: each hop of a redirect is one. */
  readonly requests: number
  /** Retry-After, where it throttles; null: none. */
  readonly retryAfterMs: number | null
}

/** Everything that is not the sources' own: the same source and instant always meet the same. */
export type SimulatedWeb = {
  readonly answerTo: (sourceId: number, at: number) => SimulatedAnswer
  /** Sources of one host share its limits. */
  readonly hostOf: (sourceId: number) => string
  /** Pause between two requests to one host. */
  readonly spacingMs: number
  /** The time from a poll's due time to its beginning. */
  readonly lateMs: (sourceId: number, at: number) => number
}

/** A web in which every source has a host of its own and always answers. */
export const quietWeb: SimulatedWeb = {
  answerTo: () => ({ kind: 'document' }),
  hostOf: String,
  spacingMs: 1_000,
  lateMs: () => 0,
}

/** A host as the polls know it. */
export type SimulatedHost = {
  state: HostState
  /** Earliest next request. */
  nextRequestAt: number
  /** The ends of polls of the last hour. */
  readonly recent: number[]
  /** Sources that are polled there. */
  readonly sources: number
}

/** A host that was never asked. */
export function newHost(sources: number): SimulatedHost {
  return { state: freshHost, nextRequestAt: -Infinity, recent: [], sources }
}

/** Learns from an answer as the live aggregator does (`lib/polling/visit-host.ts`), and when the host may be asked again. */
export function learnAnswer(
  host: SimulatedHost,
  answer: SimulatedAnswer,
  { sourceId, finishedAt }: { readonly sourceId: number; readonly finishedAt: number },
  spacingMs: number,
): HostLesson {
  const requests = answer.kind === 'document' ? 1 : answer.requests
  const notBefore = retryAt(answer, finishedAt)
  while ((host.recent[0] ?? Infinity) <= finishedAt - HOUR_MS) host.recent.shift()
  const lesson = hostAfterAnswer(
    host.state,
    {
      kind: saysOfHost[answer.kind],
      sourceId,
      at: finishedAt,
      notBefore,
      requestsLastHour: host.recent.length + requests,
      sources: host.sources,
    },
    spacingMs,
  )
  const spaced = spacingState(host.state, lesson.state, { notBefore, at: finishedAt })
  host.recent.push(finishedAt)
  host.state = lesson.state
  host.nextRequestAt = lesson.nextRequestAt + (requests - 1) * spacingOf(spaced, spacingMs)
  return lesson
}

/** The end of the pause that an answer asks for; null: none. */
export function retryAt(answer: SimulatedAnswer, finishedAt: number): number | null {
  if (answer.kind !== 'throttled' || answer.retryAfterMs === null) return null
  return finishedAt + answer.retryAfterMs
}

const saysOfHost: Readonly<Record<SimulatedAnswer['kind'], HostAnswer['kind']>> = {
  document: 'answered',
  broken: 'answered',
  unreachable: 'unreachable',
  throttled: 'complained',
}
