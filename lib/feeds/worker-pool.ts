import type { Worker } from 'node:worker_threads'
import { startLimitedThread } from './limited-thread.ts'

export type WorkerLimits = {
  /** Threads that work at the same time; further jobs wait in order. */
  readonly threads: number
  /** Longest time for one job, counted from when a thread takes it up. */
  readonly timeoutMs: number
  /** JavaScript heap of one thread. The program itself takes about 20 MB of it. */
  readonly heapMb: number
}

/** Why a job has no answer; `message` is for people. */
export type WorkerFailure = {
  readonly kind: 'too-slow' | 'too-large' | 'broken'
  readonly message: string
}
export type WorkerAnswer = { readonly answer: unknown } | { readonly failure: WorkerFailure }

export type PoolLoad = { readonly busy: number; readonly waiting: number }

export type WorkerPool = {
  /** Never rejects. What is in `handedOver` is moved to the thread and empty here afterwards. */
  readonly run: (job: object, handedOver: readonly ArrayBuffer[]) => Promise<WorkerAnswer>
  /** Threads that are at a job, and jobs that wait for one. */
  readonly load: () => PoolLoad
  /** Ends the threads. Jobs still waiting fail as `broken`. */
  readonly close: () => Promise<void>
}

type Job = {
  readonly message: object
  readonly handedOver: readonly ArrayBuffer[]
  readonly done: (answer: WorkerAnswer) => void
}
type Thread = { worker: Worker | null; job: Job | null }

/**
 * Threads of `parse-worker.ts` that read documents of strangers within limits. A document that exceeds them costs its
 * thread, which is ended and started anew, and nothing else: the process goes on, other documents are not touched, the
 * main thread never waits. Threads start when first needed and do not keep the process alive while they idle.
 */
export function createWorkerPool(limits: WorkerLimits): WorkerPool {
  const waiting: Job[] = []
  const threads = Array.from({ length: limits.threads }, (): Thread => ({ worker: null, job: null }))
  let isClosed = false

  function next(): void {
    for (const thread of threads) {
      if (thread.job !== null) continue
      const job = waiting.shift()
      if (job === undefined) return
      thread.job = job
      void runJob(thread, job, limits).then((answer) => {
        thread.job = null
        job.done(answer)
        next()
      })
    }
  }

  return {
    run: (message, handedOver) =>
      new Promise((done) => {
        if (isClosed) return done(shutDown)
        waiting.push({ message, handedOver, done })
        next()
      }),
    load: () => ({ busy: threads.filter(({ job }) => job !== null).length, waiting: waiting.length }),
    close: async () => {
      isClosed = true
      for (const job of waiting.splice(0)) job.done(shutDown)
      await Promise.all(threads.map((thread) => thread.worker?.terminate()))
    },
  }
}

const shutDown = failed('broken', 'The parser has been shut down.')

async function runJob(thread: Thread, job: Job, limits: WorkerLimits): Promise<WorkerAnswer> {
  try {
    thread.worker ??= await startWorker(limits)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed('broken', `The parser could not start: ${reason}.`)
  }
  const worker = thread.worker
  worker.ref()
  const answer = await answerOf(worker, job, limits.timeoutMs)
  if (!isFatal(answer)) worker.unref()
  else {
    thread.worker = null
    await worker.terminate()
  }
  return answer
}

function startWorker({ heapMb }: WorkerLimits): Promise<Worker> {
  const worker = startLimitedThread(new URL('./parse-worker.ts', import.meta.url), {
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

function answerOf(worker: Worker, { message, handedOver }: Job, timeoutMs: number): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    // `node --watch` sends messages of its own through every worker.
    const onMessage = (received: unknown) => {
      if (typeof received !== 'object' || received === null) return
      if ('answer' in received) finish({ answer: received.answer })
    }
    // Out of memory, in practice: everything else is caught inside.
    const onError = () => finish(failed('too-large', 'The document needs more memory than a feed may.'))
    const onExit = () => finish(failed('too-large', 'The document ended the parser.'))
    const onTimeout = () =>
      finish(failed('too-slow', `The document took longer than ${timeoutMs} ms to read.`))
    const timer = setTimeout(onTimeout, timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(message, handedOver)

    function finish(answer: WorkerAnswer): void {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', onExit)
      // The listener for errors stays when the thread is about to be ended: a late one would end the process.
      if (!isFatal(answer)) worker.off('error', onError)
      resolve(answer)
    }
  })
}

/** Whether the thread must not be used again. */
function isFatal(answer: WorkerAnswer): boolean {
  return 'failure' in answer
}

function failed(kind: WorkerFailure['kind'], message: string): WorkerAnswer {
  return { failure: { kind, message } }
}
