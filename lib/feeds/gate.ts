/** Lets so many things run at once, and so many wait. */
export type Gate = {
  /** Null: too many wait already. */
  readonly pass: <T>(work: () => Promise<T>) => Promise<T | null>
}

/** A gate of its own; who waits is let through in order. */
export function createGate(atOnce: number, mostWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    pass: async (work) => {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) return null
        await new Promise<void>((resolve) => waiting.push(resolve)) // its place is handed over
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
