import type { FetchResult } from '#lib/feeds/fetch-types.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import {
  afterAnswer,
  spacingOf,
  type HostAnswer,
  type HostLesson,
  type HostState,
} from '#lib/policy/schedule/host-patience.ts'
import type { ClaimedSource } from '#lib/store/claimed-source.ts'
import { claimHost, countAtHost, recordHost } from '#lib/store/hosts.ts'
import type { AggregatorContext } from './context.ts'

const hourMs = 3_600_000
/** A host to which a redirect leads is waited for so long; what takes longer is left for another poll. */
const longestWaitMs = 5_000

/** The hosts that a poll asks on its way: that of the source, leased with it, and one to which it may be sent on. */
export type Visit = {
  /** Whether a redirect may be followed now; waits for its turn. Null: yes, otherwise the instant to ask again. */
  readonly mayFollow: (url: string) => Promise<number | null>
  /** What the answer taught of the source's host; stores what it taught of the other and gives that back. */
  readonly end: (answer: FetchResult, finishedAt: number) => Promise<HostLesson>
  /** Gives the other host back without a lesson. */
  readonly abandon: () => Promise<void>
}

/** Begins a visit: one request at a time and the pauses of both hosts hold for every hop, across all processes. */
export function visitHosts(context: AggregatorContext, source: ClaimedSource): Visit {
  const { database, clock, hostSpacingMs, leaseMs } = context
  let [ownRequests, wasRefused] = [1, false]
  let other: { readonly name: string; readonly state: HostState } | null = null

  async function mayFollow(url: string): Promise<number | null> {
    const name = hostOf(url)
    if (name === source.hostName) ownRequests += 1
    if (name === source.hostName || name === other?.name) {
      await clock.sleep(hostSpacingMs)
      return null
    }
    await abandon()
    for (const giveUpAt = clock.now() + longestWaitMs * clock.speed; ;) {
      const claim = { name, owner: source.leaseOwner, now: clock.now(), leaseMs, spacingMs: hostSpacingMs }
      const claimed = await claimHost(database, claim)
      if (claimed.kind === 'claimed') {
        other = { name, state: claimed.state }
        return null
      }
      if (claimed.freeAt > giveUpAt) {
        wasRefused = true
        return claimed.freeAt
      }
      await clock.sleep(claimed.freeAt - clock.now())
    }
  }

  async function abandon(): Promise<void> {
    if (other === null) return
    const { name, state } = other
    other = null
    const lesson = unchanged(state, clock.now(), hostSpacingMs)
    await recordHost(database, { name, owner: source.leaseOwner, lesson })
  }

  async function end(answer: FetchResult, finishedAt: number): Promise<HostLesson> {
    const answered = other
    other = null
    const heard = { context, source, answer, finishedAt }
    const own = await lessonOf(heard, {
      name: source.hostName,
      state: source.host,
      requests: ownRequests,
      hasAnsweredOnly: answered !== null || wasRefused,
    })
    if (answered !== null) {
      const lesson = await lessonOf(heard, { ...answered, requests: 1, hasAnsweredOnly: false })
      await recordHost(database, { name: answered.name, owner: source.leaseOwner, lesson })
    }
    return own
  }
  return { mayFollow, end, abandon }
}

type Heard = {
  readonly context: AggregatorContext
  readonly source: ClaimedSource
  readonly answer: FetchResult
  readonly finishedAt: number
}

async function lessonOf(
  { context, source, answer, finishedAt }: Heard,
  host: {
    readonly name: string
    readonly state: HostState
    readonly requests: number
    /** It sent the poll on, and what came then was said by another. */
    readonly hasAnsweredOnly: boolean
  },
): Promise<HostLesson> {
  const { database, hostSpacingMs } = context
  const kind = host.hasAnsweredOnly ? 'answered' : kindOf(answer, source)
  if (kind === null) return unchanged(host.state, finishedAt, hostSpacingMs)
  const notBefore = !host.hasAnsweredOnly && answer.kind === 'throttled' ? answer.retryAt : null
  const counted =
    kind === 'answered'
      ? { requests: 0, sources: 0 }
      : await countAtHost(database, host.name, finishedAt - hourMs)
  const lesson = afterAnswer(
    host.state,
    {
      kind,
      sourceId: source.id,
      at: finishedAt,
      notBefore,
      requestsLastHour: counted.requests + host.requests,
      sources: counted.sources,
    },
    hostSpacingMs,
  )
  // Each hop of a redirect was a request of its own.
  const extraMs = (host.requests - 1) * spacingOf(lesson.state, hostSpacingMs)
  return { ...lesson, nextRequestAt: lesson.nextRequestAt + extraMs }
}

/** What an answer says of its host; null: nothing, as nobody was asked. */
function kindOf(answer: FetchResult, source: ClaimedSource): HostAnswer['kind'] | null {
  if (answer.kind === 'throttled') return 'complained'
  if (answer.kind !== 'failed') return 'answered'
  const { errorKind, httpStatus } = answer
  if (errorKind === 'private-address' || errorKind === 'bad-url' || errorKind === 'aborted') return null
  if (httpStatus !== null) {
    if (httpStatus >= 500) return 'unreachable'
    const wasServed = source.lastSuccessAt !== null && source.consecutiveFailures === 0
    return httpStatus === 403 && wasServed ? 'complained' : 'answered'
  }
  return ['dns', 'tls', 'connect', 'timeout'].includes(errorKind) ? 'unreachable' : 'answered'
}

/** Nothing was learned, but there was a request. */
export function unchanged(state: HostState, at: number, spacingMs: number): HostLesson {
  return { state, nextRequestAt: at + spacingOf(state, spacingMs), begins: false, endsFrom: null }
}
