import { Worker } from 'node:worker_threads'
import type { LabFailure, LabRequest, LabResult } from '#lib/api/lab.ts'
import { log } from '#lib/log.ts'

/** What the thread of a run is given. */
export type LabJob = {
  readonly databaseUrl: string
  readonly request: LabRequest
  readonly now: number
}

/** What it tells. */
export type LabAnswer =
  { readonly progress: number } | { readonly result: LabResult } | { readonly failure: LabFailure }

export type LabLimits = {
  readonly timeoutMs: number
  /** JavaScript heap of the thread. */
  readonly heapMb: number
}

/** Five thousand sources over four weeks, twelve policies at seven budgets, take half of both. */
export const usualLimits: LabLimits = { timeoutMs: 3_600_000, heapMb: 1_536 }

/**
 * Carries out a run in a thread of its own at low priority, so that neither polls nor pages wait for it.
 * @param onProgress hears how far it is, 0 to 1
 * @returns what came of it; null where `signal` ended it before
 */
export async function runInThread(
  job: LabJob,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
  limits: LabLimits = usualLimits,
): Promise<{ readonly result: LabResult } | { readonly failure: LabFailure } | null> {
  if (signal.aborted) return null
  const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({ failure: 'too-slow' }), limits.timeoutMs)
    const onAbort = () => finish(null)
    signal.addEventListener('abort', onAbort)
    worker.on('message', (answer: LabAnswer) => {
      if ('progress' in answer) onProgress(answer.progress)
      else if ('result' in answer || 'failure' in answer) finish(answer)
    })
    worker.on('error', (error: Error & { readonly code?: string }) => {
      log.error('lab-thread-failed', { error })
      finish({ failure: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken' })
    })
    worker.on('exit', () => finish({ failure: 'broken' }))

    function finish(outcome: { readonly result: LabResult } | { readonly failure: LabFailure } | null): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(outcome)
      void worker.terminate()
    }
  })
}
