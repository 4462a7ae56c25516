import { Worker } from 'node:worker_threads'
import type { LabFailure, LabRequest, LabResult, LabSoFar } from '#lib/api/server/lab.ts'
import { startLimitedThread } from '#lib/documents/threads/limited-thread.ts'
import { log } from '#lib/runtime/log.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** The job of the thread: a run of the lab. */
export type LabJob = { readonly databaseUrl: string; readonly request: LabRequest; readonly now: number }

/** The outcome of a run. */
export type LabThreadOutcome =
  | { readonly result: LabResult; readonly trace: Uint8Array<ArrayBuffer> | null }
  | { readonly failure: LabFailure }

/** The messages of the thread. */
export type LabAnswer = LabProgress | LabThreadOutcome

/** The progress of a run, 0 to 1, and what it has replayed; without that nothing yet. */
export type LabProgress = { readonly progress: number; readonly soFar?: LabSoFar }

export type LabLimits = {
  readonly timeoutMs: number
  /** JavaScript heap of the thread. */
  readonly heapMb: number
}

/** Five thousand sources over four weeks, twelve policies at seven budgets, take half of both. */
const usualLimits: LabLimits = { timeoutMs: HOUR_MS, heapMb: 1_536 }

/**
 * Carries out a run in a thread of its own at low priority, so that neither polls nor pages wait for it.
 * @param onProgress hears how far it is
 * @returns what came of it; null where `signal` ended it before
 */
export async function runInThread(
  job: LabJob,
  onProgress: (progress: LabProgress) => void,
  signal: AbortSignal,
  limits: LabLimits = usualLimits,
): Promise<LabThreadOutcome | null> {
  if (signal.aborted) return null
  const options = { workerData: job, resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } }
  const worker = startLimitedThread(() => new Worker(new URL('./lab-worker.ts', import.meta.url), options))
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({ failure: 'too-slow' }), limits.timeoutMs)
    const onAbort = () => finish(null)
    signal.addEventListener('abort', onAbort)
    worker.on('message', (answer: LabAnswer) => {
      if ('progress' in answer) onProgress(answer)
      else finish(answer)
    })
    worker.on('error', (error: Error & { readonly code?: string }) => {
      log.error('lab-thread-failed', { error })
      finish({ failure: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken' })
    })
    worker.on('exit', () => finish({ failure: 'broken' }))

    function finish(outcome: LabThreadOutcome | null): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(outcome)
      void worker.terminate()
    }
  })
}
