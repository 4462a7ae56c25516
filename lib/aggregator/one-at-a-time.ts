import { log } from '#lib/log.ts'

/** Runs something at most once at a time; what it throws is logged, and met again at the next run. */
export function oneAtATime(name: string, work: () => Promise<unknown>) {
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => log.error(`${name}-failed`, { error }))
      .then(() => {
        running = null
      })
    return running
  }
  return { run, settled: () => running ?? Promise.resolve() }
}
