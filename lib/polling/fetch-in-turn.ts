import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchOptions, FetchResult, Obstacle } from '#lib/documents/door/fetch-types.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { heedRobots } from './heed-robots.ts'
import type { Asker } from './host-turn.ts'
import { isRedirect } from './visit-host.ts'
import { hopWaitMs, visitInTurns } from './visit-in-turns.ts'

type InTurnOptions = Pick<FetchOptions, 'maxBytes' | 'accept' | 'timeoutMs'> & {
  /** See HostClaim: the pauses between polls do not hold for what somebody waits for. */
  readonly isAwaited: boolean
  /** So long a host that is busy is waited for. Default: five seconds where somebody waits, else not at all. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
}

/** `wasAsked`: the address, or the one it leads to, was asked; false: a host on the way rests, or its publisher does not want it. */
export type InTurnResult = FetchResult & { readonly wasAsked: boolean }

/**
 * Fetches a document that is no poll of a source. Each host on the way gets one request at a time, polls and all others
 * included, none while it wants to be left alone and none that its publisher does not want; and what it answers holds for
 * polls, too.
 */
export async function fetchInTurn(
  asker: Asker,
  url: string,
  { isAwaited, waitMs = isAwaited ? hopWaitMs : 0, signal, ...options }: InTurnOptions,
): Promise<InTurnResult> {
  const { userAgent, allowedPrivateNetworks, clock } = asker
  const visit = visitInTurns(asker, { isAwaited, signal })
  let isHeldUp = false
  const mayAsk = async (address: string, longestMs: number) => {
    const name = nameOf(address)
    if (name === '') return null // no address: the guard says so
    const busy = await visit.goTo(name, longestMs)
    if (busy !== null) return busy
    const { obstacle, crawlDelayMs } = await heedRobots(asker, address, undefined, signal)
    visit.slowTo(crawlDelayMs ?? 0)
    if (obstacle?.kind === 'wait' && obstacle.httpStatus !== null)
      await visit.end({ until: obstacle.until, httpStatus: obstacle.httpStatus })
    return obstacle
  }
  const mayFollow = async (address: string) => {
    const obstacle = await mayAsk(address, hopWaitMs)
    isHeldUp = obstacle?.kind === 'wait'
    return obstacle
  }
  try {
    const obstacle = await mayAsk(url, waitMs)
    if (obstacle !== null) return { ...notAsked(url, obstacle), wasAsked: false }
    const answer = await fetchFeed(
      { url, etag: null, lastModified: null, ...(signal === undefined ? {} : { signal }) },
      { ...options, userAgent, allowedPrivateNetworks, now: clock.now, mayFollow },
    )
    if (answer.kind === 'throttled' && answer.httpStatus !== null && !isRedirect(answer.httpStatus))
      await visit.end({ until: answer.retryAt, httpStatus: answer.httpStatus })
    return { ...answer, wasAsked: !isHeldUp }
  } finally {
    await visit.end()
  }
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
