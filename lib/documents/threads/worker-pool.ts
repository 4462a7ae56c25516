import { Worker } from 'node:worker_threads'
import { startLimitedThread } from './limited-thread.ts'
import { processorMs } from './processor-ms.ts'
import { createTurns, type Turns } from './turns.ts'

export type WorkerLimits = {
  /** Threads that work at the same time; further jobs wait for their turn. */
  readonly threads: number
  /** Longest time of a processor for one job, and a tenth of what it may take by the clock from when a thread takes it up. */
  readonly timeoutMs: number
  /** JavaScript heap of one thread. The program itself takes about 20 MB of it. */
  readonly heapMb: number
  /** So long a thread is kept without work (default: 15 s). */
  readonly idleMs?: number
  /** Jobs of subscribers that may wait, of one and of all; what nobody waits for is bounded by whoever sends it. Absent: any number. */
  readonly waiting?: { readonly ofOne: number; readonly ofAll: number }
}

type JobOptions = {
  /** Moved to the thread and empty here afterwards. */
  readonly handedOver: readonly ArrayBuffer[]
  /** Less than others have. */
  readonly timeoutMs?: number
  /** The subscriber who waits for it; undefined: nobody does, or the program itself. */
  readonly subscriberId?: string | undefined
}

const busyCode = 'READERS_BUSY' // also of lib/api/http/why-unavailable.ts

/** Whether a job was refused as too many wait. Told by its code, as Next loads this module once per bundle. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === busyCode
}

/** Why a job has no answer; `message` is for people. `unread`: the thread could not start or was ended, which says nothing of the document. */
export type WorkerFailure = {
  readonly kind: 'too-slow' | 'too-large' | 'broken' | 'unread'
  readonly message: string
}
type WorkerAnswer = { readonly answer: unknown } | { readonly failure: WorkerFailure }

export type PoolLoad = { readonly busy: number; readonly waiting: number }

type WorkerPool = {
  /** Rejects only where too many jobs of subscribers wait (`isBusy`). */
  readonly run: (job: object, options: JobOptions) => Promise<WorkerAnswer>
  /** Threads that are at a job, and jobs that wait for one. */
  readonly load: () => PoolLoad
  /** Ends the threads. Jobs still waiting fail as `unread`. */
  readonly close: () => Promise<void>
}

type Job = {
  readonly message: object
  readonly handedOver: readonly ArrayBuffer[]
  readonly timeoutMs: number
  readonly done: (answer: WorkerAnswer) => void
}
/** `usedMs`: of a processor, until it was ready or gave its latest answer. */
type Thread = { worker: Worker | null; job: Job | null; usedMs: number; idle?: NodeJS.Timeout }

/** A thread without work keeps its 20 MB and more for so long; to start one takes a tenth of a second of a processor. */
const idleMs = 15_000

/**
 * Threads of `parse-worker.ts` that read documents of strangers within limits. A document that exceeds them costs its
 * thread, which is ended and started anew, and nothing else: the process goes on, other documents are not touched, the
 * main thread never waits. Subscribers take turns, so that who sends many documents delays nobody by more than one.
 * Threads start when first needed, do not keep the process alive while they idle, and end when they have long been idle.
 */
export function createWorkerPool(limits: WorkerLimits): WorkerPool {
  const waiting = createTurns<Job>()
  const threads = Array.from({ length: limits.threads }, (): Thread => ({
    worker: null,
    job: null,
    usedMs: 0,
  }))
  let isClosed = false

  function next(): void {
    for (const thread of threads) {
      if (thread.job !== null) continue
      const job = waiting.next()
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
    run: (message, { handedOver, timeoutMs = limits.timeoutMs, subscriberId }) =>
      new Promise((done, refuse) => {
        if (isClosed) return done(shutDown)
        if (subscriberId !== undefined && isFull(waiting, subscriberId, limits))
          return refuse(Object.assign(new Error('Too many documents wait to be read.'), { code: busyCode }))
        waiting.add(subscriberId ?? '', { message, handedOver, timeoutMs, done })
        next()
      }),
    load: () => ({ busy: threads.filter(({ job }) => job !== null).length, waiting: waiting.count() }),
    close: async () => {
      isClosed = true
      for (let job = waiting.next(); job !== undefined; job = waiting.next()) job.done(shutDown)
      await Promise.all(threads.map(end))
    },
  }
}

function isFull(waiting: Turns<Job>, subscriberId: string, limits: WorkerLimits): boolean {
  const { ofOne, ofAll } = limits.waiting ?? unlimited
  return waiting.count(subscriberId) >= ofOne || waiting.count() >= ofAll
}

const unlimited = { ofOne: Infinity, ofAll: Infinity }
const shutDown = failed('unread', 'The parser has been shut down.')
const tooLarge = failed('too-large', 'The document needs more memory than a feed may.')

async function runJob(thread: Thread, job: Job, limits: WorkerLimits): Promise<WorkerAnswer> {
  clearTimeout(thread.idle)
  try {
    thread.worker ??= await startWorker(thread, limits)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed('unread', `The parser could not start: ${reason}.`)
  }
  const { worker } = thread
  worker.ref()
  const answer = await answerOf(worker, thread, job)
  if (isFatal(answer)) await end(thread)
  else {
    worker.unref()
    thread.idle = setTimeout(() => void end(thread), limits.idleMs ?? idleMs).unref()
  }
  return answer
}

async function end(thread: Thread): Promise<void> {
  const { worker } = thread
  Object.assign(thread, { worker: null, usedMs: 0 })
  await worker?.terminate()
}

/** To load the code takes a thread a good part of a second where much else runs; that is not charged to its first document. */
function startWorker(thread: Thread, { heapMb }: WorkerLimits): Promise<Worker> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 }
  const worker = startLimitedThread(
    () => new Worker(new URL('./parse-worker.ts', import.meta.url), { resourceLimits }),
  )
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', function onReady(message: unknown) {
      if (typeof message !== 'object' || message === null || !('readyAfterMs' in message)) return
      thread.usedMs = Number(message.readyAfterMs)
      worker.off('error', reject).off('message', onReady)
      resolve(worker)
    })
  })
}

/** By the clock a document may take so many times as long as of a processor: a machine with much else to do gives a thread its time later. */
const mostDelay = 10
const leastLookMs = 20

/** `thread.usedMs` tells where it was before the job, so that only one that takes long is asked for it. */
function answerOf(
  worker: Worker,
  thread: Thread,
  { message, handedOver, timeoutMs }: Job,
): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    let isFinished = false
    // `node --watch` sends messages of its own through every worker.
    const onMessage = (received: unknown) => {
      if (typeof received !== 'object' || received === null) return
      if ('isTooLarge' in received) return finish(tooLarge)
      if (!('answer' in received && 'usedMs' in received)) return
      thread.usedMs = Number(received.usedMs)
      finish({ answer: received.answer })
    }
    const onError = (error: unknown) =>
      finish(isOutOfMemory(error) ? tooLarge : failed('broken', `The parser failed: ${String(error)}.`))
    // Ended from outside: a thread without memory says so first.
    const onExit = () => finish(failed('unread', 'The parser was ended.'))
    const giveUp = () => finish(failed('too-slow', `The document took longer than ${timeoutMs} ms to read.`))
    let timer = setTimeout(look, timeoutMs)
    const last = setTimeout(giveUp, mostDelay * timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(message, handedOver)

    async function look(): Promise<void> {
      const used = await worker.cpuUsage().catch(() => null) // null: it has ended, and says so
      if (isFinished || used === null) return
      const leftMs = timeoutMs - (processorMs(used) - thread.usedMs)
      if (leftMs <= 0) giveUp()
      else timer = setTimeout(look, Math.max(leastLookMs, leftMs))
    }

    function finish(answer: WorkerAnswer): void {
      isFinished = true
      clearTimeout(timer)
      clearTimeout(last)
      worker.off('message', onMessage).off('exit', onExit)
      // The listener for errors stays when the thread is about to be ended: a late one would end the process.
      if (!isFatal(answer)) worker.off('error', onError)
      resolve(answer)
    }
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Whether the thread must not be used again. */
function isFatal(answer: WorkerAnswer): boolean {
  return 'failure' in answer
}

function failed(kind: WorkerFailure['kind'], message: string): WorkerAnswer {
  return { failure: { kind, message } }
}
