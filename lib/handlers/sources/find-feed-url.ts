import { ApiError } from '#lib/api/http/errors.ts'
import { hostOf, normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { pastedAddress } from '#lib/documents/discover/pasted-address.ts'
import { findPublisherLimit } from '#lib/store/hosts/publisher-limits.ts'
import { findKnownSources, type KnownSource } from '#lib/store/sources/known-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { searchFeeds, wasFoundLately } from '#lib/handlers/discover/search-feeds.ts'

/**
 * The address to subscribe to for what somebody gave: itself when it is a source already or a feed that was just previewed,
 * otherwise the first feed that is found there, which is itself when it is a feed.
 * @throws ApiError invalid_input, source_unreachable, no_feed_found, opted_out or too_many_requests
 */
export async function findFeedUrl(subscriberId: string, input: string, signal: AbortSignal): Promise<string> {
  const typed = pastedAddress(input)
  if (typed === null) throw new ApiError('invalid_input', 'badUrl', { field: 'url' })
  const known = (await findKnownSources(serverDatabase(), subscriberId, [typed])).get(typed)
  await refuseOptedOut(typed, known)
  if (known !== undefined || wasFoundLately(typed)) return typed
  const [first] = await searchFeeds(subscriberId, input, 'url', signal)
  const url = normaliseSourceUrl(first?.url ?? '')
  if (url === null) throw new ApiError('no_feed_found', 'noFeedAt', { field: 'url', values: { url: typed } })
  return url
}

/** @throws ApiError opted_out when nobody is to be subscribed there, as far as is known without asking */
async function refuseOptedOut(url: string, known: KnownSource | undefined): Promise<void> {
  const host = hostOf(url)
  if ((await findPublisherLimit(serverDatabase(), host))?.isOptedOut === true)
    throw new ApiError('opted_out', 'publisherOptedOut', { field: 'url', values: { host } })
  if (known === undefined || known.optOut === null) return
  const words = known.optOut === 'robots' ? 'robotsOptedOut' : 'publisherOptedOut'
  throw new ApiError('opted_out', words, { field: 'url', values: { host } })
}
