import { fetchReason } from '#lib/polling/failure-reason.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import type { Fetched } from '#lib/documents/door/fetch-types.ts'
import { discoverFeeds, type FoundFeed } from '#lib/documents/discover/discover-feed.ts'
import type { FailedDiscovery } from '#lib/documents/discover/failed-discovery.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { foundLately } from './found-lately.ts'
import { politeFetch } from './polite-fetch.ts'

/** Each search may ask strangers up to some dozens of times: nobody's server is to be searched through us. */
const searchLimit = { max: 30, windowMs: 60_000, text: 'manySearches' } as const

const found = oncePerProcess(foundLately)

/** Whether a search of this process found a feed at that address in the last minutes. */
export function wasFoundLately(url: string): boolean {
  return found().has(url, systemClock.now())
}

/** The document that a search of this process has just found at that address, once. */
export function takeFoundLately(url: string): Fetched | null {
  return found().take(url, systemClock.now())
}

/**
 * The feeds behind what a subscriber pasted, at least one.
 * @param field name of the input, for errors
 * @throws ApiError invalid_input, source_unreachable, no_feed_found, opted_out, or too_many_requests
 */
export async function searchFeeds(
  subscriberId: string,
  input: string,
  field: string,
  signal: AbortSignal,
): Promise<readonly FoundFeed[]> {
  await countSearch(subscriberId)
  const pool = serverParsePool()
  const fetched = new Map<string, Fetched>()
  const fetch = politeFetch(signal)
  const discovery = await discoverFeeds(input, {
    fetch: async (url, budget) => {
      const answer = await fetch(url, budget)
      // As its own address will answer.
      if (answer.kind === 'fetched')
        fetched.set(answer.permanentUrl ?? url, { ...answer, permanentUrl: null })
      return answer
    },
    parse: (document) => pool.parse(document, subscriberId),
    readPage: (page) => pool.readPage(page, subscriberId),
  })
  if (discovery.kind === 'found') {
    found().add(
      new Map(discovery.candidates.map(({ url }) => [url, fetched.get(url) ?? null])),
      systemClock.now(),
    )
    return discovery.candidates
  }
  throw searchError(discovery, field)
}

/** @throws ApiError too_many_requests when a subscriber has strangers asked too often */
export async function countSearch(subscriberId: string): Promise<void> {
  await limitAttempts(serverDatabase(), `discover:${subscriberId}`, searchLimit, Date.now())
}

/** The error of a search that found nothing. */
export function searchError(
  { errorKind, reason, values, failure }: FailedDiscovery,
  field: string,
): ApiError {
  const detail = failure === undefined ? {} : { detail: fetchReason(failure) }
  return new ApiError(codeOf(errorKind), reason, { field, values, ...detail })
}

function codeOf(kind: FailedDiscovery['errorKind']) {
  switch (kind) {
    case 'bad-address':
    case 'not-allowed':
      return 'invalid_input'
    case 'no-answer':
      return 'source_unreachable'
    case 'opted-out':
      return 'opted_out'
    case 'no-feed':
      return 'no_feed_found'
    default:
      return kind satisfies never
  }
}
