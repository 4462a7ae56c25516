import { parentPort } from 'node:worker_threads'
import { readChapterFile } from '#lib/documents/read/entry-chapters.ts'
import type { ArticlePage } from '#lib/documents/read/extract-article.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import type { ParsedImport } from '#lib/documents/moving/import-types.ts'
import { isLargerThan } from './answer-size.ts'
import { memoryOf, packImport } from './packed-import.ts'
import { processorMs } from './processor-ms.ts'
import { readPage } from '#lib/documents/discover/read-page.ts'

/**
 * The far end of `worker-pool.ts`: reads what it is sent, one document at a time. It runs in a thread of its own because
 * a hostile document may take all the time and memory it can get; the thread is then thrown away.
 */
type Sent<Document> = Omit<Document, 'body'> & { readonly body: Uint8Array }
type Job =
  | { readonly feed: Sent<FeedDocument> }
  | { readonly page: Sent<FeedDocument> }
  | { readonly opml: Uint8Array }
  | { readonly import: Uint8Array }
  | { readonly article: Sent<ArticlePage> }
  | { readonly chapters: Uint8Array }

/**
 * Letters and values of an answer. Of feeds and pages as many as their thread has memory for, which is more than any has where it shares none; of an
 * export four times, and of a list ten times as many as it may have bytes.
 */
const mostOfAnswer = { import: 200_000_000, opml: 100_000_000, other: 48_000_000 } as const

if (parentPort === null) throw new Error('parse-worker.ts runs as a worker thread only')
const port = parentPort
port.on('message', async (job: Job) => {
  const answer = await answerTo(job)
  const isTooLarge = isLargerThan(answer, mostOf(job))
  if (isTooLarge) return port.postMessage({ isTooLarge })
  if (!('import' in job)) return port.postMessage({ answer, usedMs: usedMs() })
  const packed = packImport(answer as ParsedImport[]) // by `answerTo`
  port.postMessage({ answer: packed, usedMs: usedMs() }, memoryOf(packed))
})
port.postMessage({ readyAfterMs: usedMs() })

function mostOf(job: Job): number {
  if ('import' in job) return mostOfAnswer.import
  return 'opml' in job ? mostOfAnswer.opml : mostOfAnswer.other
}

function usedMs(): number {
  return processorMs(process.threadCpuUsage())
}

async function answerTo(job: Job): Promise<unknown> {
  if ('page' in job) return readPage({ ...job.page, body: bufferOf(job.page.body) })
  if ('chapters' in job) return readChapterFile(bufferOf(job.chapters))
  if ('opml' in job) return parseOpml(bufferOf(job.opml))
  // The last two are loaded when needed: threads that read feeds have little memory.
  if ('import' in job) {
    const { parseImport } = await import('#lib/documents/moving/parse-import.ts')
    return parseImport(bufferOf(job.import))
  }
  if ('article' in job) {
    const { extractArticle } = await import('#lib/documents/read/extract-article.ts')
    return extractArticle({ ...job.article, body: bufferOf(job.article.body) })
  }
  return parseFeed({ ...job.feed, body: bufferOf(job.feed.body) })
}

/** A Buffer crosses to another thread as its plain Uint8Array. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
