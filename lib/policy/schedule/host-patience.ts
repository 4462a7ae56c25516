/** The lessons of a host's answers: how often it may be asked, and whether it is the host that is ill or one of its sources. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** A host as far as patience goes. */
export type HostState = {
  /** Requests an hour that it bears; null: it never complained. */
  readonly requestsPerHour: number | null
  /** Sources that failed one after the other, none answering between. */
  readonly failedSourceIds: readonly number[]
  /** Since when all of it fails; null: it answers. */
  readonly downSince: number | null
  /** Probes of the present outage. */
  readonly probes: number
}

export type HostAnswer = {
  /**
   * answered: anything that shows it at work, a 404 too. complained: 429, 503, or a 403 to a source that was served before.
   * unreachable: no connection, no name, no certificate, no answer in time, a 5xx.
   */
  readonly kind: 'answered' | 'complained' | 'unreachable'
  readonly sourceId: number
  readonly at: number
  /** Retry-After, or null. */
  readonly notBefore: number | null
  /** Requests to this host in the last hour, this one included. */
  readonly requestsLastHour: number
  /** Sources that are polled there. */
  readonly sources: number
}

export type HostLesson = {
  readonly state: HostState
  /** Earliest next request to this host. */
  readonly nextRequestAt: number
  /** An outage begins with this answer: the failures of these sources before it were its, too. */
  readonly begins: boolean
  /** Since when the outage lasted that ends with this answer; null: none ends. */
  readonly endsFrom: number | null
}

export const freshHost: HostState = { requestsPerHour: null, failedSourceIds: [], downSince: null, probes: 0 }

/** A limit never falls below this; a host that wants still fewer says so by Retry-After, and its sources back off. */
const leastPerHour = 1
/** Failures of this many different sources, none answering between, are the host's. */
const failuresOfOutage = 3
/**
 * One address that asks for years must not silence all others of its domain (as a Retry-After did to FreshRSS, CVE-2025-68148): longer
 * pauses are those of the source that was told so.
 */
const longestPauseMs = DAY_MS
const firstProbeMs = MINUTE_MS
const longestProbeMs = HOUR_MS

/**
 * The host after an answer. The limit halves with each complaint, from what was really asked in the last hour, and rises by one request
 * an hour for each hour in which it is used up (additive increase, multiplicative decrease: Chiu & Jain 1989, RFC 5681); once it is
 * above what the spacing allows it is forgotten. Three sources that fail in a row (two where there are no more) mean an outage: from then
 * on one probe after 1, 2, 4 … minutes, an hour at most. `notBefore` is not undercut in the first day (`pauseOfHost`), nor made longer by
 * the complaint that brought it (`spacingState`). O(1).
 */
export function hostAfterAnswer(state: HostState, answer: HostAnswer, spacingMs: number): HostLesson {
  switch (answer.kind) {
    case 'answered':
      return lesson(state, healthy(risen(state.requestsPerHour, spacingMs)), answer, spacingMs)
    case 'complained':
      return lesson(state, healthy(halved(state.requestsPerHour, answer, spacingMs)), answer, spacingMs)
    case 'unreachable':
      return lesson(state, afterFailure(state, answer), answer, spacingMs)
    default:
      return answer.kind satisfies never
  }
}

/**
 * The host after an answer to a request that was no poll. As what was asked so in the last hour is counted nowhere, a
 * complaint halves what is allowed; an answer raises it as in `afterAnswer`. Of outages it says nothing. O(1).
 */
export function limitAfter(state: HostState, kind: 'answered' | 'complained', spacingMs: number): HostState {
  const allowed = state.requestsPerHour ?? HOUR_MS / spacingMs
  const requestsPerHour =
    kind === 'complained' ? Math.max(leastPerHour, allowed / 2) : risen(state.requestsPerHour, spacingMs)
  return { ...state, requestsPerHour }
}

/** Until when a whole host is left alone as one of its answers asked for: a day at most; 0: it did not ask. O(1). */
export function pauseOfHost(notBefore: number | null, at: number): number {
  return Math.min(notBefore ?? 0, at + longestPauseMs)
}

/**
 * Whose limit spaces the request after an answer. A host that said itself when to come back is believed once: the limit that its complaint
 * halved holds from the request after that. Otherwise a pause of 400 s became one of an hour where little was asked. O(1).
 */
export function spacingState(
  before: HostState,
  after: HostState,
  { notBefore, at }: Pick<HostAnswer, 'notBefore' | 'at'>,
): HostState {
  return notBefore !== null && notBefore > at ? before : after
}

/** The pause between two requests: the usual one, or longer where the host's limit asks for it. */
export function spacingOf(state: Pick<HostState, 'requestsPerHour'>, spacingMs: number): number {
  return state.requestsPerHour === null
    ? spacingMs
    : Math.max(spacingMs, Math.ceil(HOUR_MS / state.requestsPerHour))
}

function lesson(before: HostState, state: HostState, answer: HostAnswer, spacingMs: number): HostLesson {
  const spaced = spacingState(before, state, answer)
  const pauseMs = state.downSince === null ? spacingOf(spaced, spacingMs) : probePause(state.probes)
  return {
    state,
    nextRequestAt: Math.max(answer.at + pauseMs, pauseOfHost(answer.notBefore, answer.at)),
    begins: before.downSince === null && state.downSince !== null,
    endsFrom: state.downSince === null ? before.downSince : null,
  }
}

function healthy(requestsPerHour: number | null): HostState {
  return { ...freshHost, requestsPerHour }
}

function risen(limit: number | null, spacingMs: number): number | null {
  if (limit === null) return null
  const next = limit + 1 / Math.max(1, limit)
  return next >= HOUR_MS / spacingMs ? null : next
}

function halved(limit: number | null, answer: HostAnswer, spacingMs: number): number {
  const allowed = limit ?? HOUR_MS / spacingMs
  return Math.max(leastPerHour, Math.min(allowed, Math.max(1, answer.requestsLastHour)) / 2)
}

function afterFailure(state: HostState, { sourceId, sources, at }: HostAnswer): HostState {
  if (state.downSince !== null) return { ...state, probes: state.probes + 1 }
  const failedSourceIds = [...new Set([...state.failedSourceIds, sourceId])]
  const isDown = sources > 1 && failedSourceIds.length >= Math.min(failuresOfOutage, sources)
  return isDown
    ? { ...state, failedSourceIds, downSince: at, probes: 0 }
    : { ...state, failedSourceIds: failedSourceIds.slice(-failuresOfOutage) }
}

function probePause(probes: number): number {
  return Math.min(longestProbeMs, firstProbeMs * 2 ** Math.min(probes, 20))
}
