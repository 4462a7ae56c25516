import type { Obstacle } from '#lib/documents/door/fetch-types.ts'
import {
  freshHost,
  limitAfter,
  pauseOfHost,
  spacingOf,
  type HostLesson,
  type HostState,
} from '#lib/policy/schedule/host-patience.ts'
import { claimHost, type ClaimedHost } from '#lib/store/hosts/host-claims.ts'
import { recordHost } from '#lib/store/hosts/hosts.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** The needs of whoever asks a host in turn. */
export type Asker = Pick<
  AggregatorContext,
  'database' | 'clock' | 'owner' | 'leaseMs' | 'hostSpacingMs' | 'userAgent' | 'allowedPrivateNetworks'
>

/** A host that we may ask until the turn is ended. */
export type HostTurn = Extract<ClaimedHost, { kind: 'claimed' }> & {
  readonly name: string
  readonly isAwaited: boolean
}

export type TurnOptions = {
  /** So long a host is waited for, in milliseconds of the clock. Default: not at all. */
  readonly waitMs?: number
  /** See HostClaim. */
  readonly isAwaited?: boolean
  readonly signal?: AbortSignal
}

/** Somebody who waits for a host's turn looks this often whether it has come. */
const awaitedLookMs = 100

/**
 * Takes a turn at a host for a request that is no poll of a source there: a redirect, a hub, a search. Every such request
 * has to, so that what a host asks for and its publisher's limit hold for all alike.
 */
export async function takeHostTurn(
  asker: Asker,
  name: string,
  { waitMs = 0, isAwaited = false, signal }: TurnOptions = {},
): Promise<HostTurn | Obstacle> {
  const { database, clock, owner, leaseMs, hostSpacingMs: spacingMs } = asker
  for (const giveUpAt = clock.now() + waitMs * clock.speed; ;) {
    const host = await claimHost(database, { name, owner, now: clock.now(), leaseMs, spacingMs, isAwaited })
    if (host.kind === 'claimed') return { ...host, name, isAwaited }
    if (host.kind === 'opted-out') return host
    const { freeAt, httpStatus } = host
    const now = clock.now()
    if (Math.max(freeAt, now) > giveUpAt || signal?.aborted === true)
      return { kind: 'wait', until: Math.max(freeAt, now + spacingMs), httpStatus }
    await clock.sleep(isAwaited ? awaitedLookMs * clock.speed : Math.max(0, freeAt - now), signal)
  }
}

/** The answer of a host: its own Retry-After, and what its limit learns from that; without `kind` nothing. */
export type AskedPause = {
  readonly until: number | null
  readonly httpStatus: number
  readonly kind?: 'answered' | 'complained'
}

/** Gives a host back after so many requests, one unless told, with the pause that its answer asked for, if it did. */
export async function endTurn(
  { database, clock, owner }: Asker,
  turn: HostTurn,
  { requests = 1, asked }: { readonly requests?: number; readonly asked?: AskedPause } = {},
): Promise<void> {
  const stateAfter =
    asked?.kind === undefined ? turn.state : limitAfter(turn.state, asked.kind, turn.spacingMs)
  const state = turn.isAwaited ? freshHost : stateAfter // see HostClaim
  const usual = unchanged(state, clock.now(), turn.spacingMs)
  const usualAt = usual.nextRequestAt + (requests - 1) * spacingOf(state, turn.spacingMs)
  const until = pauseOfHost(asked?.until ?? null, clock.now())
  await recordHost(database, {
    name: turn.name,
    owner,
    lesson: { ...usual, state: stateAfter, nextRequestAt: Math.max(usualAt, until) },
    pauseStatus: until > usualAt ? (asked?.httpStatus ?? null) : null,
  })
}

/** Nothing was learned, but there was a request. */
export function unchanged(state: HostState, at: number, spacingMs: number): HostLesson {
  return { state, nextRequestAt: at + spacingOf(state, spacingMs), begins: false, endsFrom: null }
}
