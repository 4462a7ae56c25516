import { fetchReason } from '#lib/polling/failure-reason.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { createGate, type Gate } from '#lib/documents/door/gate.ts'
import type { FetchResult } from '#lib/documents/door/fetch-types.ts'
import { discoverFeeds, type FoundFeed } from '#lib/documents/discover/discover-feed.ts'
import type { FailedDiscovery } from '#lib/documents/discover/failed-discovery.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { foundLately, type Preview } from './found-lately.ts'
import { politeFetch } from './polite-fetch.ts'

/** Each search may ask strangers up to some dozens of times: nobody's server is to be searched through us. */
const searchLimit = { max: 30, windowMs: 60_000, text: 'manySearches' } as const

/** Searches of one account at a time, by all its doors: each holds some documents of 10 MB. */
const atOnce = 3
const mostWaiting = 12
const retryAfterMs = 5_000

type Searching = { readonly gate: Gate; searches: number }
const searching = oncePerProcess(() => new Map<string, Searching>())

/** @throws ApiError too_many_requests where too many searches of an account wait */
async function inTurn<Done>(subscriberId: string, work: () => Promise<Done>): Promise<Done> {
  const own = searching().get(subscriberId) ?? { gate: createGate(atOnce, mostWaiting), searches: 0 }
  searching().set(subscriberId, own)
  own.searches += 1
  try {
    const done = await own.gate.pass(async () => ({ value: await work() }))
    if (done === null) throw new ApiError('too_many_requests', 'manyAtOnce', { retryAfterMs })
    return done.value
  } finally {
    own.searches -= 1
    if (own.searches === 0) searching().delete(subscriberId)
  }
}

const found = oncePerProcess(foundLately)

/** Whether a search of this process found a feed at that address in the last minutes. */
export function wasFoundLately(url: string): boolean {
  return found().has(url, systemClock.now())
}

/** The feed at that address as a search of this process has just fetched it; null: nothing, or it was read already. */
export function previewOf(url: string): Preview | null {
  return found().previewOf(url, systemClock.now())
}

/** Gives up what a search fetched of a feed: its first poll reads it now. */
export function forgetPreview(url: string): void {
  found().forgetPreview(url)
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
  return inTurn(subscriberId, () => search(subscriberId, input, field, signal))
}

async function search(
  subscriberId: string,
  input: string,
  field: string,
  signal: AbortSignal,
): Promise<readonly FoundFeed[]> {
  const pool = serverParsePool()
  const fetch = politeFetch(signal)
  const fetchedAt = new WeakMap<FetchResult, number>() // holds no document: a search may fetch dozens
  const discovery = await discoverFeeds(input, {
    fetch: async (url, budget) => {
      const answer = await fetch(url, budget)
      fetchedAt.set(answer, systemClock.now())
      return answer
    },
    onFeed: (url, answer) => {
      const now = systemClock.now()
      const document = { ...answer, permanentUrl: null } // as its own address will answer
      found().add(url, { document, fetchedAt: fetchedAt.get(answer) ?? now }, now)
    },
    parse: async (document) => {
      const read = await pool.parse(document, subscriberId)
      // It may well be a feed.
      if (!read.ok && read.error.kind === 'unread')
        throw new ApiError('unavailable', 'feedUnread', { retryAfterMs: 60_000 })
      return read
    },
    readPage: (page) => pool.readPage(page, subscriberId),
  })
  if (discovery.kind === 'found') return discovery.candidates
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
