import { systemClock } from '#lib/clock.ts'
import { config } from '#lib/config.ts'
import type { DiscoveryTools } from '#lib/feeds/discover-feed.ts'
import { fetchFeed } from '#lib/feeds/fetch-feed.ts'
import type { FetchResult } from '#lib/feeds/fetch-types.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import { findHostPause, pauseHost } from '#lib/store/hosts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/**
 * Requests of a search for feeds. Somebody waits for them, so the pauses between polls do not hold for them; but each host
 * gets one at a time, none while it wants to be left alone, and what it answers holds for polls, too.
 */
export function politeFetch(signal: AbortSignal): DiscoveryTools['fetch'] {
  const turns = new Map<string, Promise<unknown>>()
  return (url, budget) => {
    const name = nameOf(url)
    const answer = Promise.resolve(turns.get(name)).then(() =>
      fetchUnlessPaused(url, AbortSignal.any([signal, budget])),
    )
    turns.set(name, answer)
    return answer
  }
}

async function fetchUnlessPaused(url: string, signal: AbortSignal): Promise<FetchResult> {
  const { userAgent, allowedPrivateNetworks } = config()
  const database = serverDatabase()
  const pauseOf = (target: string) => findHostPause(database, nameOf(target), systemClock.now())
  const pausedUntil = await pauseOf(url)
  if (pausedUntil !== null) return pausedAnswer(url, pausedUntil)
  const answer = await fetchFeed(
    { url, etag: null, lastModified: null, signal },
    { userAgent, allowedPrivateNetworks, now: systemClock.now, mayFollow: pauseOf },
  )
  if (answer.kind === 'throttled' && answer.retryAt !== null)
    await pauseHost(database, nameOf(answer.finalUrl), answer.retryAt)
  return answer
}

/** What the host answered when it asked to be left alone. */
function pausedAnswer(url: string, retryAt: number): FetchResult {
  return {
    kind: 'throttled',
    finalUrl: url,
    permanentUrl: null,
    httpStatus: 429,
    serverAt: null,
    bytes: 0,
    retryAt,
  }
}

/** Pages name addresses that are none; those are refused when they are fetched. */
function nameOf(url: string): string {
  return URL.canParse(url) ? hostOf(url) : ''
}
