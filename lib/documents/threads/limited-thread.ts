import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/**
 * Starts a thread that ends itself (ERR_WORKER_OUT_OF_MEMORY) when it takes more than its `resourceLimits`. V8 ignores those limits
 * when the process itself was given a ceiling, by NODE_OPTIONS or the launcher (nodejs/node#43991): each thread would get the ceiling
 * of the whole process, and its young generation, too. So the flags are taken back first; the process has read them at its start.
 *
 * `start` must hold `new Worker(new URL('./file.ts', import.meta.url), …)` as written: Next's bundler compiles the thread's file where
 * it finds these words, and elsewhere takes the file for an asset that no thread can load.
 */
export function startLimitedThread(start: () => Worker): Worker {
  setFlagsFromString('--max-old-space-size=0')
  setFlagsFromString('--max-semi-space-size=0')
  return start()
}
