import type { FetchResult, Obstacle } from '#lib/documents/door/fetch-types.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import {
  hostAfterAnswer,
  spacingOf,
  spacingState,
  type HostAnswer,
  type HostLesson,
} from '#lib/policy/schedule/host-patience.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { optOutOf, limitPauseMs } from '#lib/store/hosts/publisher-limits.ts'
import { countAtHost, recordHost } from '#lib/store/hosts/hosts.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { heedRobots } from './heed-robots.ts'
import { unchanged, type HostTurn } from './host-turn.ts'
import { hopWaitMs, visitInTurns } from './visit-in-turns.ts'

/** The hosts that a poll asks on its way: that of the source, leased with it, and one to which it may be sent on. */
export type Visit = {
  /** Whether the source may be asked at all; to be called first. Null: yes. */
  readonly begin: () => Promise<Obstacle | null>
  /** Whether a redirect may be followed now; waits for its turn. Null: yes. */
  readonly mayFollow: (url: string) => Promise<Obstacle | null>
  /** The answer's lesson about the source's host; stores that about the other and gives it back. */
  readonly end: (answer: FetchResult, finishedAt: number) => Promise<OwnLesson>
  /** Gives the other host back without a lesson. */
  readonly abandon: () => Promise<void>
}

type OwnLesson = {
  readonly lesson: HostLesson
  /** The status with which the source's own host asked for a pause; null: it did not, whatever another one did. */
  readonly pauseStatus: number | null
}

/** Begins a visit: one request at a time, the pauses and the limits of both hosts hold for every hop, across all processes. */
export function visitHosts(context: AggregatorContext, source: ClaimedSource, signal?: AbortSignal): Visit {
  const { clock, hostSpacingMs } = context
  const others = visitInTurns({ ...context, owner: source.leaseOwner }, { signal, hopPauseMs: hostSpacingMs })
  let ownSpacingMs = Math.max(hostSpacingMs, limitPauseMs(source.limit))
  let ownRequests = 0
  let wasSentOn = false

  async function begin(): Promise<Obstacle | null> {
    if (source.limit?.isOptedOut === true) return optOutOf(source.hostName)
    const { leastIntervalMs = null } = source.limit ?? {}
    const earliest = (source.lastPolledAt ?? -Infinity) + (leastIntervalMs ?? 0)
    // Whatever made it due: no weight, no "Check now" and no plan lifts a publisher's limit.
    if (leastIntervalMs !== null && earliest > clock.now())
      return { kind: 'wait', until: earliest, httpStatus: null }
    const { crawlDelayMs, obstacle } = await heedRobots(context, source.url, source.robots, signal)
    ownSpacingMs = Math.max(ownSpacingMs, crawlDelayMs ?? 0)
    if (obstacle === null) ownRequests += 1
    if (obstacle?.kind === 'wait') await pauseOwn(obstacle)
    return obstacle
  }

  /** Its robots.txt were answered by asking for a pause: it holds for the whole host, a day at most, and the turn is over. */
  async function pauseOwn({ until, httpStatus: pauseStatus }: { until: number; httpStatus: number | null }) {
    const { hostName: name, leaseOwner: owner } = source
    const asked = unchanged(source.host, clock.now(), ownSpacingMs)
    const lesson = { ...asked, nextRequestAt: Math.max(asked.nextRequestAt, until) }
    await recordHost(context.database, { name, owner, lesson, pauseStatus })
  }

  async function mayFollow(url: string): Promise<Obstacle | null> {
    const name = hostOf(url)
    const isOwn = name === source.hostName
    const busy = isOwn ? await comeBack() : await goOn(name)
    if (busy !== null) return busy
    const { obstacle } = await heedRobots(context, url, undefined, signal)
    if (obstacle === null && isOwn) ownRequests += 1
    return obstacle
  }

  /** Sent back, the poll ends at its own host: what that answers is not the other's. */
  async function comeBack(): Promise<null> {
    await others.end()
    await clock.sleep(hostSpacingMs, signal)
    return null
  }

  async function goOn(name: string): Promise<Obstacle | null> {
    const busy = await others.goTo(name, hopWaitMs)
    // Only what was read there counts: the polls that were not sent on must not put this off for ever.
    const earliest = (source.lastSuccessAt ?? -Infinity) + (others.held()?.turn.leastIntervalMs ?? 0)
    const isTooEarly = busy === null && earliest > clock.now()
    if (isTooEarly) await others.end()
    if (busy !== null || isTooEarly) wasSentOn = true
    return isTooEarly ? { kind: 'wait', until: earliest, httpStatus: null } : busy
  }

  async function end(answer: FetchResult, finishedAt: number): Promise<OwnLesson> {
    const other = others.handOver()
    const heard = { context, source, answer, finishedAt }
    const hasAnsweredOnly = other !== null || wasSentOn
    const own = { name: source.hostName, state: source.host, spacingMs: ownSpacingMs, requests: ownRequests }
    const pauseStatus = pauseStatusOf(answer)
    const ownLesson = await lessonOf(heard, { ...own, hasAnsweredOnly })
    if (other !== null) {
      const { turn, requests } = other
      const lesson = await lessonOf(heard, { ...turn, requests, hasAnsweredOnly: false })
      const { name } = turn
      await recordHost(context.database, { name, owner: source.leaseOwner, lesson, pauseStatus })
    }
    return { lesson: ownLesson, pauseStatus: hasAnsweredOnly ? null : pauseStatus }
  }
  return { begin, mayFollow, end, abandon: () => others.end() }
}

/** The status with which a host asked for a pause; null: it did not. A redirect asks for one before its own address alone. */
function pauseStatusOf(answer: FetchResult): number | null {
  return answer.kind === 'throttled' && !isRedirect(answer.httpStatus) ? answer.httpStatus : null
}

/** Statuses of an address that leads on to another. */
export function isRedirect(httpStatus: number | null): boolean {
  return httpStatus !== null && httpStatus >= 300 && httpStatus < 400 && httpStatus !== 304
}

type Answered = {
  readonly context: AggregatorContext
  readonly source: ClaimedSource
  readonly answer: FetchResult
  readonly finishedAt: number
}

async function lessonOf(
  { context, source, answer, finishedAt }: Answered,
  host: Pick<HostTurn, 'name' | 'state' | 'spacingMs'> & {
    readonly requests: number
    /** It sent the poll on, and what came then was said by another. */
    readonly hasAnsweredOnly: boolean
  },
): Promise<HostLesson> {
  const { database } = context
  const { spacingMs } = host
  const kind = host.hasAnsweredOnly ? 'answered' : kindOf(answer, source)
  if (kind === null) return unchanged(host.state, finishedAt, spacingMs)
  const isPause = !host.hasAnsweredOnly && answer.kind === 'throttled' && !isRedirect(answer.httpStatus)
  const notBefore = isPause ? answer.retryAt : null
  const counted =
    kind === 'answered'
      ? { requests: 0, sources: 0 }
      : await countAtHost(database, host.name, finishedAt - HOUR_MS)
  const lesson = hostAfterAnswer(
    host.state,
    {
      kind,
      sourceId: source.id,
      at: finishedAt,
      notBefore,
      requestsLastHour: counted.requests + host.requests,
      sources: counted.sources,
    },
    spacingMs,
  )
  // Each hop of a redirect was a request of its own. A robots.txt, once a day, does not make the next poll wait.
  const spaced = spacingState(host.state, lesson.state, { notBefore, at: finishedAt })
  const extraMs = Math.max(0, host.requests - 1) * spacingOf(spaced, spacingMs)
  return { ...lesson, nextRequestAt: lesson.nextRequestAt + extraMs }
}

/** The kind of an answer to its host; null: nothing, as nobody was asked. */
function kindOf(answer: FetchResult, source: ClaimedSource): HostAnswer['kind'] | null {
  if (answer.kind === 'opted-out') return null
  if (answer.kind === 'throttled') return isRedirect(answer.httpStatus) ? 'answered' : 'complained'
  if (answer.kind !== 'failed') return 'answered'
  const { errorKind, httpStatus } = answer
  if (errorKind === 'private-address' || errorKind === 'bad-url' || errorKind === 'aborted') return null
  if (httpStatus !== null) {
    const wasServed = source.lastSuccessAt !== null && source.consecutiveFailures === 0
    if (answer.barrier === 'challenge') return wasServed || httpStatus >= 500 ? 'complained' : 'answered'
    if (httpStatus >= 500) return 'unreachable'
    return httpStatus === 403 && wasServed ? 'complained' : 'answered'
  }
  return ['dns', 'tls', 'connect', 'timeout'].includes(errorKind) ? 'unreachable' : 'answered'
}
