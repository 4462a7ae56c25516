import { ApiError } from '#lib/api/errors.ts'
import { normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import { findKnownSources } from '#lib/store/known-sources.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { searchFeeds } from '#app/api/v1/discover/search-feeds.ts'

/**
 * The address to subscribe to for what somebody gave: itself when it is a source already, otherwise the first feed that
 * is found there, which is itself when it is a feed.
 * @throws ApiError invalid_input, source_unreachable, no_feed_found or too_many_requests
 */
export async function findFeedUrl(subscriberId: string, input: string, signal: AbortSignal): Promise<string> {
  const typed = normaliseSourceUrl(input)
  if (typed === null) throw new ApiError('invalid_input', 'badUrl', { field: 'url' })
  const known = await findKnownSources(serverDatabase(), subscriberId, [typed])
  if (known.has(typed)) return typed
  const [first] = await searchFeeds(subscriberId, input, 'url', signal)
  const url = normaliseSourceUrl(first?.url ?? '')
  if (url === null) throw new ApiError('no_feed_found', 'noFeedAt', { field: 'url', values: { url: typed } })
  return url
}
