import { parentPort, workerData } from 'node:worker_threads'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import type { RunRequest, RunWorld, ReplayAnswer } from './simulate-runs.ts'

/** A thread of `runAll`: the world comes with its start, each message is a request, each answer a finished run or what went wrong. */
const world = workerData as RunWorld

parentPort?.on('message', (request: RunRequest) => parentPort?.postMessage(answer(request)))

function answer(request: RunRequest): ReplayAnswer {
  try {
    const startedAt = performance.now()
    const { parameter, report, planningMs } = simulate({
      ...world,
      ...request,
      elapsedMs: () => performance.now(),
    })
    const wallMs = performance.now() - startedAt
    return { finished: { request, parameter, report, planningMs, wallMs }, error: null }
  } catch (error) {
    return { finished: null, error: error instanceof Error ? error.message : String(error) }
  }
}
