import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { heedRobots } from '#lib/aggregator/heed-robots.ts'
import type { Asker } from '#lib/aggregator/host-turn.ts'
import { visitInTurns } from '#lib/aggregator/visit-in-turns.ts'
import { fetchFeed } from '#lib/feeds/fetch-feed.ts'
import type { FetchOptions, FetchResult, Obstacle } from '#lib/feeds/fetch-types.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { serverParsePool } from '#lib/feeds/server-parse-pool.ts'
import { oneByOne } from './one-by-one.ts'

/** Redirects to hosts that are busy are waited for so long. */
const longestWaitMs = 2_000

/** One document for somebody who waits for it; `budget` ends it. */
export type PoliteFetch = (url: string, budget: AbortSignal) => Promise<FetchResult>

/**
 * Requests that somebody waits for: searches for feeds, lists by address. The pauses between polls do not hold for them, but
 * each host gets one request at a time, polls and other searches included, none while it wants to be left alone and none
 * that its publisher does not wish; and what it answers holds for polls, too.
 */
export function politeFetch(signal: AbortSignal, options: Pick<FetchOptions, 'maxBytes'> = {}): PoliteFetch {
  const asker = aggregatorContext(serverDatabase(), serverParsePool())
  const inOrder = oneByOne()
  return (url, budget) =>
    inOrder(nameOf(url), () => fetchInTurn(asker, url, AbortSignal.any([signal, budget]), options))
}

async function fetchInTurn(
  asker: Asker,
  url: string,
  signal: AbortSignal,
  options: Pick<FetchOptions, 'maxBytes'>,
): Promise<FetchResult> {
  const { userAgent, allowedPrivateNetworks, clock } = asker
  const visit = visitInTurns(asker, { isAwaited: true, signal })
  const mayAsk = async (address: string) => {
    const name = nameOf(address)
    if (name === '') return null // no address: the guard says so
    return (
      (await visit.goTo(name, longestWaitMs)) ??
      (await heedRobots(asker, address, undefined, signal)).obstacle
    )
  }
  try {
    const obstacle = await mayAsk(url)
    const answer =
      obstacle === null
        ? await fetchFeed(
            { url, etag: null, lastModified: null, signal },
            { ...options, userAgent, allowedPrivateNetworks, now: clock.now, mayFollow: mayAsk },
          )
        : notAsked(url, obstacle)
    if (answer.kind === 'throttled' && answer.httpStatus !== null)
      await visit.end({ until: answer.retryAt, httpStatus: answer.httpStatus })
    return answer
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

/** Pages name addresses that are none; those are refused when they are fetched. */
function nameOf(url: string): string {
  return URL.canParse(url) ? hostOf(url) : ''
}
