import { ApiError } from '#lib/api/errors.ts'
import { hostOf, normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import { findHostWish, optOutText } from '#lib/store/host-wishes.ts'
import { findKnownSources, type KnownSource } from '#lib/store/known-sources.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { searchFeeds } from '#app/api/v1/discover/search-feeds.ts'

/**
 * The address to subscribe to for what somebody gave: itself when it is a source already, otherwise the first feed that
 * is found there, which is itself when it is a feed.
 * @throws ApiError invalid_input, source_unreachable, no_feed_found, opted_out or too_many_requests
 */
export async function findFeedUrl(subscriberId: string, input: string, signal: AbortSignal): Promise<string> {
  const typed = normaliseSourceUrl(input)
  if (typed === null) throw new ApiError('invalid_input', 'url: is not a web address', { field: 'url' })
  const known = (await findKnownSources(serverDatabase(), subscriberId, [typed])).get(typed)
  const optOut = await findOptOut(typed, known)
  if (optOut !== null) throw new ApiError('opted_out', optOut, { field: 'url' })
  if (known !== undefined) return typed
  const [first] = await searchFeeds(subscriberId, input, 'url', signal)
  const url = normaliseSourceUrl(first?.url ?? '')
  if (url === null) throw new ApiError('no_feed_found', `No feed was found at ${typed}.`, { field: 'url' })
  return url
}

/** Why nobody is to be subscribed there; null: nothing is known against it. */
async function findOptOut(url: string, known: KnownSource | undefined): Promise<string | null> {
  const host = hostOf(url)
  if ((await findHostWish(serverDatabase(), host))?.isOptedOut === true) return optOutText(host)
  return known?.optOut ?? null
}
