import { log } from '#lib/runtime/log.ts'

export type Work = { readonly run: () => Promise<void>; readonly settled: () => Promise<void> }

/** Runs something at most once at a time; what it throws is logged, and met again at the next run. */
export function oneAtATime(name: string, work: () => Promise<unknown>): Work {
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

/** Runs something at each call, also while it runs; what it throws is logged. */
export function atEachCall(name: string, work: () => Promise<unknown>): Work {
  let last: Promise<void> = Promise.resolve()
  const run = (): Promise<void> => {
    last = work().then(
      () => undefined,
      (error: unknown) => log.error(`${name}-failed`, { error }),
    )
    return last
  }
  return { run, settled: () => last }
}
