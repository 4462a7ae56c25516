import { decodeDocument } from './decode-document.ts'
import type { ParsedEntry, ParsedFeed, ParseError, ParseResult } from './feed-types.ts'
import { findBarrier, type Barrier } from '#lib/documents/door/find-barrier.ts'
import { readWithFeedsmith } from './feedsmith-reader.ts'
import { normaliseFeed } from './normalise-feed.ts'
import { parseJsonFeed } from './parse-json-feed.ts'
import { readFeed } from './rss-reader.ts'
import type { RawFeed } from './rss-reader.ts'

export type FeedDocument = {
  readonly body: Buffer
  /** The Content-Type header as sent; only its charset counts, the type is wrong too often. */
  readonly contentType: string | null
  /** Absolute address that the document came from; relative links stand on it. */
  readonly url: string
}

/**
 * Understands a feed document: RSS 0.90 to 2.0, RSS 1.0 and 1.1, Atom 0.3 and 1.0, CDF, JSON Feed, in any encoding
 * and however badly formed. HTML comes out sanitised, addresses absolute, titles as plain text. Never throws for what
 * a document contains, never loads anything that it names. Time and memory are the caller's to limit: pass documents
 * of strangers through `parse-in-worker.ts`.
 */
export async function parseFeed(document: FeedDocument): Promise<ParseResult> {
  const text = decodeDocument(document.body, document.contentType)
  if (text.trim() === '') return failure('empty', 'The document is empty.')
  try {
    if (/^[[{]/.test(text)) return parseJson(text, document.url)
    const raw = await readXmlFeed(text, document.url)
    if (raw !== null) return success(normaliseFeed(raw, document.url))
  } catch (error) {
    return failure(
      'broken',
      `The document cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  if (/<html[\s>]|<!doctype html/i.test(text)) {
    const barrier = findBarrier(text, document.url)
    return failure('html', 'The document is a web page, not a feed.', barrier)
  }
  return failure('not-a-feed', 'The document is neither RSS nor Atom nor JSON Feed.')
}

/** rss-parser first; what it refuses, stumbles over or finds nothing in goes to feedsmith, which must find more. */
async function readXmlFeed(text: string, url: string): Promise<RawFeed | null> {
  try {
    const raw = await readFeed(text, url)
    if (raw !== null && raw.entries.length > 0) return raw
    const second = readWithFeedsmith(text, url)
    return raw === null || (second?.entries.length ?? 0) > 0 ? second : raw
  } catch (error) {
    const raw = readWithFeedsmith(text, url)
    if (raw === null) throw error
    return raw
  }
}

function parseJson(text: string, url: string): ParseResult {
  const feed = parseJsonFeed(text, url)
  return feed === null ? failure('not-a-feed', 'The document is JSON, but not a JSON Feed.') : success(feed)
}

/**
 * Postings of a document. The first one of a source is stored whole, while the polls of all others wait: of ten megabytes of nothing but ids a
 * hundred thousand postings could be made. Honest feeds have a tenth of that at most.
 */
const mostEntries = 10_000

/** Many feeds repeat their title as description: such a one says nothing. */
function success(feed: ParsedFeed): ParseResult {
  const repeats = feed.title?.toLowerCase() === feed.description?.toLowerCase()
  const entries = latestOf(feed.entries)
  return { ok: true, feed: { ...feed, entries, ...(repeats && { description: null }) } }
}

/** As many as are read, in the order of the document: those with the latest dates, of those without any the first. */
function latestOf(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  if (entries.length <= mostEntries) return entries
  const timeOf = ({ publishedAt, updatedAt }: ParsedEntry) => publishedAt ?? updatedAt ?? 0
  const latest = new Set(entries.toSorted((one, other) => timeOf(other) - timeOf(one)).slice(0, mostEntries))
  return entries.filter((entry) => latest.has(entry))
}

function failure(kind: ParseError['kind'], message: string, barrier: Barrier | null = null): ParseResult {
  return { ok: false, error: { kind, message, ...(barrier !== null && { barrier }) } }
}
