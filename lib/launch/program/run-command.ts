import { config, ConfigError, type Config } from '#lib/runtime/config.ts'
import { LaunchError } from './launch-error.ts'

/** One Ctrl-C may arrive several times: from the terminal, from npm, from the process that started us. */
const sameSignalMs = 1000

/**
 * Runs the body of a command: what it returns is the exit code. A problem the person can put right is printed as it
 * is, anything else with its stack; both end with code 1. The signal aborts on the first SIGINT, SIGTERM or SIGHUP, or
 * when the process that started us dies; a second signal ends the process at once.
 */
export async function runCommand(
  body: (config: Config, signal: AbortSignal) => Promise<number>,
): Promise<never> {
  const stopping = stopOnSignal()
  try {
    process.exit(await body(config(), stopping))
  } catch (error) {
    const isTheirs = error instanceof LaunchError || error instanceof ConfigError
    console.error(isTheirs ? error.message : error)
    process.exit(1)
  }
}

/** Aborts when the process is to stop (`runCommand`). */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  let firstAt: number | null = null
  const stop = () => {
    firstAt ??= performance.now()
    if (performance.now() - firstAt > sameSignalMs) process.exit(130)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
  process.once('disconnect', () => controller.abort())
  return controller.signal
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
