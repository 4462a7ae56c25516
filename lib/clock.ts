/** Time as the aggregator sees it; tests put their own clock in its place. */
export type Clock = {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number
  /** Resolves after `ms` milliseconds of this clock, or at once when `signal` aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
    }),
}
