const firstPauseMs = 2_000
const longestPauseMs = 600_000

/** Those for whom something failed, each for growing pauses, by the machine's clock. In memory: a new process tries anew. */
export type Pauses = {
  readonly count: () => number
  /** The number of times in a row that it failed. */
  readonly timesOf: (id: string) => number
  readonly isResting: (id: string) => boolean
  /** All that rest now. */
  readonly resting: () => string[]
  /** @returns how often in a row */
  readonly failed: (id: string) => number
  readonly succeeded: (id: string) => void
}

export function createPauses(): Pauses {
  const failures = new Map<string, { readonly times: number; readonly until: number }>()
  const timesOf = (id: string) => failures.get(id)?.times ?? 0
  const isResting = (id: string) => (failures.get(id)?.until ?? 0) > performance.now()
  return {
    count: () => failures.size,
    timesOf,
    isResting,
    resting: () => [...failures.keys()].filter(isResting),
    failed: (id) => {
      const times = timesOf(id) + 1
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(times, 20))
      failures.set(id, { times, until: performance.now() + pauseMs })
      return times
    },
    succeeded: (id) => failures.delete(id),
  }
}
