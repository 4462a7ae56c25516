import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Run } from '#lib/lab/simulator/simulate.ts'
import type { TracedSource } from '#lib/lab/simulator/simulate-source.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'
import type { Ingredient } from '#lib/policy/learning/learned.ts'

/** A run that is asked for: a policy at a budget of polls per source and day, or, without one, as published. */
export type RunRequest = {
  readonly method: MethodName
  readonly budget: number | null
  /** Interval policies without a budget: instead of the published parameter. */
  readonly parameter?: number
  /** Interval policies without a budget and 'price': the longest wait; a day and seven unless told. */
  readonly maxStalenessMs?: number
  /** 'price' only: what to leave out of it. */
  readonly without?: readonly Ingredient[]
}

/** The world that all runs of a call have in common. */
export type RunWorld = {
  readonly sources: readonly TracedSource[]
  /** First UTC midnight of the trace, and the midnight after its last day. */
  readonly startAt: number
  readonly endAt: number
  readonly learnDays: number
  readonly isCold: boolean
  readonly windowSize: number
  readonly minIntervalMs: number
  /** Groups of sources that share their hours, at most; 12 unless told. */
  readonly mostClusters?: number
}

/** A finished run, and how long it took. */
export type FinishedRun = Pick<Run, 'parameter' | 'report' | 'planningMs'> & {
  readonly request: RunRequest
  readonly wallMs: number
}

/** The answer of a thread to a request. */
export type ReplayAnswer =
  | { readonly finished: FinishedRun; readonly error: null }
  | { readonly error: string; readonly finished: null }

/**
 * Carries out runs on all cores, dearest first, and returns them in the order of the requests. `onDone` hears of each as it ends.
 * @throws Error what a run threw; the others are ended
 */
export async function runAll(
  world: RunWorld,
  requests: readonly RunRequest[],
  onDone: (run: FinishedRun) => void,
  threads = availableParallelism(),
): Promise<FinishedRun[]> {
  const waiting = requests
    .map((request, index) => ({ request, index }))
    .sort((one, other) => costOf(other.request) - costOf(one.request) || one.index - other.index)
  const finished: FinishedRun[] = []
  const workers = Array.from({ length: Math.min(threads, requests.length) }, () => {
    return new Worker(new URL('./simulate-worker.ts', import.meta.url), { workerData: world })
  })
  try {
    await Promise.all(
      workers.map(async (worker) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const run = await answerOf(worker, next.request)
          finished[next.index] = run
          onDone(run)
        }
      }),
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return finished
}

/** Polls grow with the budget; that a policy must be matched to it costs several runs, but only the dearest matter. */
function costOf({ budget }: RunRequest): number {
  return budget ?? 1
}

function answerOf(worker: Worker, request: RunRequest): Promise<FinishedRun> {
  return new Promise((resolve, reject) => {
    const settle = (answer: ReplayAnswer): void => {
      worker.off('error', reject)
      if (answer.finished !== null) resolve(answer.finished)
      else reject(new Error(answer.error))
    }
    worker.once('message', settle)
    worker.once('error', reject)
    worker.postMessage(request)
  })
}
