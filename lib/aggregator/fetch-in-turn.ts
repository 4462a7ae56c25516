import { fetchFeed } from '#lib/feeds/fetch-feed.ts'
import type { FetchOptions, FetchResult, Obstacle } from '#lib/feeds/fetch-types.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import { heedRobots } from './heed-robots.ts'
import { endTurn, takeTurn, type Asker } from './host-turn.ts'

/** Hosts that are busy are waited for so long by somebody who waits himself. */
const longestWaitMs = 2_000

export type InTurnOptions = Pick<FetchOptions, 'maxBytes' | 'accept' | 'timeoutMs'> & {
  /** See HostClaim: the pauses between polls do not hold for what somebody waits for. */
  readonly isAwaited: boolean
  readonly signal?: AbortSignal
}

/** `wasAsked`: a request was made; false: the host rests, or its publisher does not want it. */
export type InTurnResult = FetchResult & { readonly wasAsked: boolean }

/**
 * Fetches a document that is no poll of a source. Each host on the way gets one request at a time, polls and all others
 * included, none while it wants to be left alone and none that its publisher does not wish; and what it answers holds for
 * polls, too.
 */
export async function fetchInTurn(
  asker: Asker,
  url: string,
  { isAwaited, signal, ...options }: InTurnOptions,
): Promise<InTurnResult> {
  const { userAgent, allowedPrivateNetworks, clock } = asker
  const visit = visitInTurns(asker, isAwaited, signal)
  try {
    const obstacle = await visit.mayAsk(url)
    if (obstacle !== null) return { ...notAsked(url, obstacle), wasAsked: false }
    const answer = await fetchFeed(
      { url, etag: null, lastModified: null, ...(signal === undefined ? {} : { signal }) },
      { ...options, userAgent, allowedPrivateNetworks, now: clock.now, mayFollow: visit.mayAsk },
    )
    if (answer.kind === 'throttled' && answer.httpStatus !== null)
      await visit.end({ until: answer.retryAt, httpStatus: answer.httpStatus })
    return { ...answer, wasAsked: true }
  } finally {
    await visit.end()
  }
}

/** Holds the turn at one host at a time, on the way from redirect to redirect. */
function visitInTurns(asker: Asker, isAwaited: boolean, signal: AbortSignal | undefined) {
  let turn: Extract<Awaited<ReturnType<typeof takeTurn>>, { kind: 'claimed' }> | null = null

  async function end(asked?: { readonly until: number | null; readonly httpStatus: number }): Promise<void> {
    const ending = turn
    turn = null
    if (ending !== null) await endTurn(asker, ending, asked)
  }

  async function mayAsk(url: string): Promise<Obstacle | null> {
    const name = nameOf(url)
    if (name === '') return null // no address: the guard says so
    if (turn?.name !== name) {
      await end()
      const waitMs = isAwaited ? longestWaitMs : 0
      const taken = await takeTurn(asker, name, {
        waitMs,
        isAwaited,
        ...(signal === undefined ? {} : { signal }),
      })
      if (taken.kind !== 'claimed') return taken
      turn = taken
    }
    return (await heedRobots(asker, url, undefined, signal)).obstacle
  }
  return { mayAsk, end }
}

function notAsked(url: string, obstacle: Obstacle): FetchResult {
  if (obstacle.kind === 'opted-out') return { ...obstacle, finalUrl: url }
  const { until: retryAt, httpStatus } = obstacle
  const nothing = { finalUrl: url, permanentUrl: null, serverAt: null, bytes: 0 }
  return { kind: 'throttled', ...nothing, httpStatus, retryAt }
}

/** The host as far as politeness goes. Pages name addresses that are none ('' then); those are refused when they are fetched. */
export function nameOf(url: string): string {
  return URL.canParse(url) ? hostOf(url) : ''
}
