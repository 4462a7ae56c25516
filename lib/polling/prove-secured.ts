import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import type { Fetched, FetchResult } from '#lib/documents/door/fetch-types.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { postingKeys } from '#lib/documents/identity/posting-identity.ts'
import type { ParsedFeed } from '#lib/documents/read/feed-types.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Visit } from './visit-host.ts'

/** Between two tries of an address: a slip of the publisher or a break-in is mostly noticed by then. */
const triesEveryMs = 7 * DAY_MS
/** Both requests have to end within the lease of the source. */
const longestTryMs = 10_000
/** Of the postings of either document, so many must be in both: one may have come between the two requests. */
const leastShared = 0.8

/** The address over https by which a document that came over http names itself (rel=self); null: it names none. */
export function securedUrl(sourceUrl: string, selfUrl: string | null): string | null {
  const secured = sourceUrl.replace(/^http:/, 'https:')
  const isNamed = secured !== sourceUrl && normaliseSourceUrl(selfUrl ?? '') === secured
  return isNamed ? secured : null
}

/**
 * Asks the address that the documents of a source have named for a week, beside the source's own. Null: there is none, it was tried within a
 * week, or the source did not bring a whole document at its own address just now.
 */
export async function askSecured(
  { userAgent, allowedPrivateNetworks, clock }: AggregatorContext,
  source: ClaimedSource,
  answer: FetchResult,
  { mayFollow }: Visit,
  signal: AbortSignal | undefined,
): Promise<FetchResult | null> {
  const { learning, limit, consecutiveFailures } = source
  if (learning.move === null || learning.move.times > 0 || clock.now() < learning.move.since + triesEveryMs)
    return null
  const isWhole = answer.kind === 'fetched' && !answer.isDelta && answer.finalUrl === source.url
  if (!isWhole || consecutiveFailures > 0 || limit !== null) return null
  if ((await mayFollow(learning.move.url)) !== null) return null
  return fetchFeed(
    { url: learning.move.url, etag: null, lastModified: null, signal },
    { userAgent, allowedPrivateNetworks, timeoutMs: longestTryMs, now: clock.now, maxRedirects: 0 },
  )
}

/** Whether both answers are the same feed, and each document names the address over https as its own. */
export async function isSameFeed(
  { parser }: AggregatorContext,
  source: ClaimedSource,
  answer: Fetched,
  secured: FetchResult,
): Promise<boolean> {
  if (secured.kind !== 'fetched') return false
  const [one, other] = await Promise.all(
    [answer, secured].map(({ body, contentType, finalUrl: url }) => parser.parse({ body, contentType, url })),
  )
  if (one?.ok !== true || other?.ok !== true) return false
  const areNamed = [one, other].every(({ feed }) => securedUrl(source.url, feed.selfUrl) === secured.finalUrl)
  return areNamed && haveSamePostings(one.feed, other.feed)
}

function haveSamePostings(one: ParsedFeed, other: ParsedFeed): boolean {
  const [keys, others] = [one, other].map(({ entries }) => new Set(postingKeys(entries)))
  if (keys === undefined || others === undefined || keys.size === 0) return false
  const shared = [...keys].filter((key) => others.has(key)).length
  return shared >= leastShared * Math.max(keys.size, others.size)
}
