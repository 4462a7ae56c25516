import { fetchFeed } from './fetch-feed.ts'
import type { FeedChapter } from '#lib/documents/read/feed-types.ts'
import type { FetchOptions } from '#lib/documents/door/fetch-types.ts'

const limits = { timeoutMs: 10_000, maxBytes: 1_000_000, maxRedirects: 3 }
const accept = 'application/json+chapters,application/json'

/** Gets a file of chapters through the guarded door, within limits of time and bytes; null: there is none to be had. */
export async function fetchChapters(
  url: string,
  options: Pick<FetchOptions, 'userAgent' | 'allowedPrivateNetworks' | 'resolve' | 'mayFollow'>,
  read: (file: Buffer) => Promise<readonly FeedChapter[] | null>,
): Promise<readonly FeedChapter[] | null> {
  const answer = await fetchFeed({ url, etag: null, lastModified: null }, { ...options, ...limits, accept })
  return answer.kind === 'fetched' ? read(answer.body) : null
}
