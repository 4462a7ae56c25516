import { decodeDocument } from '#lib/documents/read/decode-document.ts'
import { youtubeChannelFeed } from './feed-addresses.ts'
import { findFeedLinks, type FeedLinks } from './feed-links.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import { feedUrlsIn } from './podcast-pages.ts'

/** The addresses that a page names as feeds, and its icons. */
export type PageFeeds = FeedLinks & {
  /** Those in its data, which its scripts read: the feeds of podcasts, and of a channel of YouTube. */
  readonly inData: readonly string[]
}

export const noFeeds: PageFeeds = {
  declared: [],
  inData: [],
  mentioned: [],
  movesTo: null,
  icons: [],
}

/**
 * Finds the feeds and icons that a page of a stranger names, in linear time. Call it in a worker thread only (parse-in-worker.ts): two
 * megabytes of addresses take a while all the same.
 */
export function readPage({ body, contentType, url }: FeedDocument): PageFeeds {
  const html = decodeDocument(body, contentType)
  const channel = youtubeChannelFeed(html, url)
  return {
    ...findFeedLinks(html, url),
    inData: [...feedUrlsIn(html, url), ...(channel === null ? [] : [channel])],
  }
}
