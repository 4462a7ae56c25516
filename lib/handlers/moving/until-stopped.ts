import { ApiError } from '#lib/api/http/errors.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'

/** Of the eight seconds that a web server gives what is under way (lib/web/web-server.ts): the rest is for the step that was begun, and to plan what it brought. */
const patienceMs = 3_000

/**
 * Runs a work of many steps, each whole by itself, and breaks it off between two of them once this process has been asked to end and some
 * seconds have passed: its owner is told, which nobody does where the process is gone.
 * @param work calls what it is given between its steps
 */
export async function untilStopped<Done>(work: (betweenSteps: () => void) => Promise<Done>): Promise<Done> {
  const { signal } = processMetrics().stopping
  const ended = new AbortController()
  let lastAt = signal.aborted ? 0 : Infinity
  const stop = () => (lastAt = performance.now() + patienceMs)
  signal.addEventListener('abort', stop, { once: true, signal: ended.signal })
  try {
    return await work(() => {
      if (performance.now() > lastAt) throw new ApiError('unavailable', 'importStopped')
    })
  } finally {
    ended.abort()
  }
}
