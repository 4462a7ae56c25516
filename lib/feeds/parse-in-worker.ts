import { Worker } from 'node:worker_threads'
import type { ParseError, ParseResult } from './feed-types.ts'
import type { FeedDocument } from './parse-feed.ts'

export type ParseLimits = {
  /** Threads that parse at the same time. */
  readonly threads: number
  /** Longest time for one document, counted from when a thread takes it up. */
  readonly timeoutMs: number
  /** JavaScript heap of one thread. The program itself takes about 20 MB of it. */
  readonly heapMb: number
}

/**
 * Ten megabytes of ordinary feed, the most that is fetched, take one second and fit into 48 MB (measured in one and in
 * two bytes per character). With 48 MB no document of the corpus takes the process 64 MB above an ordinary one.
 */
export const defaultParseLimits: ParseLimits = { threads: 1, timeoutMs: 1_800, heapMb: 48 }

export type ParsePool = {
  /** As `parseFeed`; besides, `too-slow` and `too-large` for what exceeds the limits. */
  readonly parse: (document: FeedDocument) => Promise<ParseResult>
  /** Ends the threads. Documents still waiting come back as `broken`. */
  readonly close: () => Promise<void>
}

type Job = { readonly document: FeedDocument; readonly done: (result: ParseResult) => void }
type Thread = { worker: Worker | null; job: Job | null }

/**
 * Threads that parse documents of strangers within limits. A document that exceeds them costs its thread, which is
 * ended and started anew, and nothing else: the process goes on, other documents are not touched, the main thread
 * never waits. Threads start when first needed and do not keep the process alive while they idle.
 */
export function createParsePool(limits: ParseLimits = defaultParseLimits): ParsePool {
  const waiting: Job[] = []
  const threads = Array.from({ length: limits.threads }, (): Thread => ({ worker: null, job: null }))
  let isClosed = false

  function next(): void {
    for (const thread of threads) {
      if (thread.job !== null) continue
      const job = waiting.shift()
      if (job === undefined) return
      thread.job = job
      void runJob(thread, job, limits).then((result) => {
        thread.job = null
        job.done(result)
        next()
      })
    }
  }

  return {
    parse: (document) =>
      new Promise((done) => {
        if (isClosed) return done(failure('broken', 'The parser has been shut down.'))
        waiting.push({ document, done })
        next()
      }),
    close: async () => {
      isClosed = true
      for (const job of waiting.splice(0)) job.done(failure('broken', 'The parser has been shut down.'))
      await Promise.all(threads.map((thread) => thread.worker?.terminate()))
    },
  }
}

async function runJob(thread: Thread, { document }: Job, limits: ParseLimits): Promise<ParseResult> {
  try {
    thread.worker ??= await startWorker(limits)
  } catch (error) {
    return failure(
      'broken',
      `The parser could not start: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  const worker = thread.worker
  worker.ref()
  const result = await answerOf(worker, document, limits.timeoutMs)
  if (!isFatal(result)) worker.unref()
  else {
    thread.worker = null
    await worker.terminate()
  }
  return result
}

function startWorker({ heapMb }: ParseLimits): Promise<Worker> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 },
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', function onReady(message: unknown) {
      if (message !== 'ready') return
      worker.off('error', reject).off('message', onReady)
      resolve(worker)
    })
  })
}

function answerOf(worker: Worker, document: FeedDocument, timeoutMs: number): Promise<ParseResult> {
  return new Promise((resolve) => {
    // `node --watch` sends messages of its own through every worker.
    const onMessage = (message: unknown) => {
      if (isResult(message)) finish(message)
    }
    // Out of memory, in practice: everything else is caught inside.
    const onError = () => finish(failure('too-large', 'The document needs more memory than a feed may.'))
    const onExit = () => finish(failure('too-large', 'The document ended the parser.'))
    const onTimeout = () =>
      finish(failure('too-slow', `The document took longer than ${timeoutMs} ms to read.`))
    const timer = setTimeout(onTimeout, timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(document)

    function finish(result: ParseResult): void {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', onExit)
      // The listener for errors stays when the thread is about to be ended: a late one would end the process.
      if (!isFatal(result)) worker.off('error', onError)
      resolve(result)
    }
  })
}

function isResult(message: unknown): message is ParseResult {
  return typeof message === 'object' && message !== null && 'ok' in message
}

/** Whether the thread must not be used again. */
function isFatal(result: ParseResult): boolean {
  return !result.ok && (result.error.kind === 'too-slow' || result.error.kind === 'too-large')
}

function failure(kind: ParseError['kind'], message: string): ParseResult {
  return { ok: false, error: { kind, message } }
}
