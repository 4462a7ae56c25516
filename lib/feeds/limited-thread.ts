import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * A thread that ends itself (ERR_WORKER_OUT_OF_MEMORY) where it takes more than its `resourceLimits`. Of these V8 heeds none where the process
 * was given a ceiling, by NODE_OPTIONS or the launcher: each thread would have that of the whole (nodejs/node#43991). So it is taken out of
 * the flags, which the process itself has read at its start and follows on.
 */
export function startLimitedThread(
  file: URL,
  options: WorkerOptions & Required<Pick<WorkerOptions, 'resourceLimits'>>,
): Worker {
  setFlagsFromString('--max-old-space-size=0')
  return new Worker(file, options)
}
