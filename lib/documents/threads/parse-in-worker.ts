import { availableParallelism } from 'node:os'
import type { ArticlePage, ExtractedArticle } from '#lib/documents/read/extract-article.ts'
import type { FeedChapter, ParseResult } from '#lib/documents/read/feed-types.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import { refusedImport, type ParsedImport } from '#lib/documents/moving/import-types.ts'
import type { ParsedOpml } from '#lib/documents/moving/parse-opml.ts'
import { noFeeds, type PageFeeds } from '#lib/documents/discover/read-page.ts'
import { unpackImport, type packImport } from './packed-import.ts'
import { createWorkerPool, type PoolLoad, type WorkerFailure, type WorkerLimits } from './worker-pool.ts'

/**
 * Ten megabytes of ordinary feed, the most that is fetched, take one second and fit into 48 MB (measured in one and in
 * two bytes per character). With 48 MB no document of the corpus takes the process 64 MB above an ordinary one.
 */
const defaultLimits: WorkerLimits = {
  threads: 1,
  timeoutMs: 1_800,
  heapMb: 48,
  // A search has two at a time at most, and an app may search for many feeds at once.
  waiting: { ofOne: 20, ofAll: 200 },
}
/** Of pages and files of chapters. Two megabytes of page, the most that is searched, take a tenth of it. */
const pageTimeoutMs = 1_000
/** The largest list known has 36,515 feeds in 4 MB and takes 0.3 s; a hundred thousand fit. */
const opmlLimits: WorkerLimits = {
  threads: 1,
  timeoutMs: 10_000,
  heapMb: 256,
  waiting: { ofOne: 2, ofAll: 20 }, // of 10 MB
}
/** Fifty megabytes of JSON, the most that is taken, need 6 s and 384 MB (of 56,000 entries). */
const importLimits: WorkerLimits = {
  threads: 1,
  timeoutMs: 20_000,
  heapMb: 512,
  waiting: { ofOne: 2, ofAll: 8 }, // of 50 MB
}
/** Five megabytes of ordinary page, the most that is fetched, take one second; deeply nested ones never end. */
const articleLimits: WorkerLimits = {
  threads: 1,
  timeoutMs: 5_000,
  heapMb: 256,
  waiting: { ofOne: 2, ofAll: 50 }, // of 5 MB
}
/** One goes on while a hostile document holds the other; each reads a thousand documents a second and takes 45 MB. */
const mostThreads = 2

export type ParsePool = {
  /**
   * As `parseFeed`; besides, `too-slow` and `too-large` for what exceeds the limits, and `unread`. The bytes are handed over: `body` is
   * empty afterwards, unless it shares its memory with others.
   * @param subscriberId who waits for it, here and below. Rejects where too many documents wait (`isBusy`).
   */
  readonly parse: (document: FeedDocument, subscriberId?: string) => Promise<ParseResult>
  /** As `readPage`; a page that exceeds the limits names no feed. The bytes are handed over. */
  readonly readPage: (page: FeedDocument, subscriberId?: string) => Promise<PageFeeds>
  /** As `readChapterFile`; a file that exceeds the limits holds none. The bytes are handed over. */
  readonly readChapters: (file: Buffer, subscriberId?: string) => Promise<readonly FeedChapter[] | null>
  readonly load: () => PoolLoad
  /** Ends the threads. Documents still waiting come back as `unread`. */
  readonly close: () => Promise<void>
}

/** Threads that read feeds, pages that may name some, and files of chapters; one, where not said otherwise. */
export function createParsePool(limits: WorkerLimits = defaultLimits): ParsePool {
  const pool = createWorkerPool(limits)
  return {
    parse: async (document, subscriberId) => {
      const options = { handedOver: ownMemory(document.body), subscriberId }
      const result = await pool.run({ feed: document }, options)
      if ('failure' in result) return { ok: false, error: result.failure }
      return result.answer as ParseResult // what parse-worker.ts answers to a feed
    },
    readPage: async (page, subscriberId) => {
      const options = { handedOver: ownMemory(page.body), timeoutMs: pageTimeoutMs, subscriberId }
      const result = await pool.run({ page }, options)
      return 'failure' in result ? noFeeds : (result.answer as PageFeeds) // what parse-worker.ts answers to a page
    },
    readChapters: async (file, subscriberId) => {
      const options = { handedOver: ownMemory(file), timeoutMs: pageTimeoutMs, subscriberId }
      const result = await pool.run({ chapters: file }, options)
      return 'failure' in result ? null : (result.answer as FeedChapter[] | null) // what parse-worker.ts answers to a file
    },
    load: pool.load,
    close: pool.close,
  }
}

/** As many threads as there are processors, at most two: for the aggregator, which has little else to compute. */
export function createLargeParsePool(): ParsePool {
  return createParsePool({ ...defaultLimits, threads: Math.min(mostThreads, availableParallelism()) })
}

type OpmlPool = {
  readonly parse: (document: Buffer, subscriberId?: string) => Promise<ParsedOpml>
}

/** A thread that reads subscription lists, one after the other, as `parseOpml`; the bytes are handed over. */
export function createOpmlPool(): OpmlPool {
  const pool = createWorkerPool(opmlLimits)
  return {
    parse: async (document, subscriberId) => {
      const options = { handedOver: ownMemory(document), subscriberId }
      const result = await pool.run({ opml: document }, options)
      if ('failure' in result) {
        return { outlines: [], folders: [], problems: [], refusal: { reason: unread(result), values: {} } }
      }
      return result.answer as ParsedOpml // what parse-worker.ts answers to a list
    },
  }
}

function unread({ failure }: { readonly failure: WorkerFailure }): 'opmlTooHeavy' | 'opmlUnread' {
  return failure.kind === 'broken' || failure.kind === 'unread' ? 'opmlUnread' : 'opmlTooHeavy'
}

type ImportPool = {
  readonly parse: (bytes: Buffer, subscriberId?: string) => Promise<readonly ParsedImport[]>
}

/** A thread of its own for exports of other readers, as `parseImport`: large ones do not keep lists waiting. */
export function createImportPool(): ImportPool {
  const pool = createWorkerPool(importLimits)
  return {
    parse: async (bytes, subscriberId) => {
      const options = { handedOver: ownMemory(bytes), subscriberId }
      const result = await pool.run({ import: bytes }, options)
      if ('failure' in result) return [refusedImport(unread(result))]
      return unpackImport(result.answer as ReturnType<typeof packImport>) // what parse-worker.ts answers to an import
    },
  }
}

export type ArticlePool = {
  /** As `extractArticle`; besides, `too-slow` and `too-large` for what exceeds the limits, and `unread`. The bytes are handed over. */
  readonly extract: (page: ArticlePage, subscriberId?: string) => Promise<ExtractedArticle>
  readonly close: () => Promise<void>
}

/** A thread that takes articles out of pages, one after the other; subscribers take turns. */
export function createArticlePool(limits: WorkerLimits = articleLimits): ArticlePool {
  const pool = createWorkerPool(limits)
  return {
    extract: async (page, subscriberId) => {
      const options = { handedOver: ownMemory(page.body), subscriberId }
      const result = await pool.run({ article: page }, options)
      if ('failure' in result) return { ok: false, error: result.failure }
      return result.answer as ExtractedArticle // what parse-worker.ts answers to a page
    },
    close: pool.close,
  }
}

/** The memory of a body that has one of its own; small ones are cut from a common piece and must be copied. */
function ownMemory(body: Buffer): ArrayBuffer[] {
  const { buffer } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.byteLength ? [buffer] : []
}
