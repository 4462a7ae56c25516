/** Lets in what there is room for at the same time, and so many wait. */
export type Gate = {
  /** `size` is what the work takes of the room, 1 where not said. Null: too many wait already. */
  readonly pass: <T>(work: () => Promise<T>, size?: number) => Promise<T | null>
}

/** A gate of its own; who waits is let through in order, so that nothing large waits for ever. */
export function createGate(room: number, mostWaiting: number): Gate {
  const waiting: { readonly size: number; readonly enter: () => void }[] = []
  let taken = 0

  function leave(size: number): void {
    taken -= size
    for (let next = waiting[0]; next !== undefined && taken + next.size <= room; next = waiting[0]) {
      waiting.shift()
      taken += next.size
      next.enter()
    }
  }

  return {
    pass: async (work, size = 1) => {
      if (size > room) throw new RangeError(`a gate of ${room} has no room for ${size}`)
      if (waiting.length > 0 || taken + size > room) {
        if (waiting.length >= mostWaiting) return null
        await new Promise<void>((enter) => waiting.push({ size, enter })) // its place is taken by who lets it in
      } else taken += size
      try {
        return await work()
      } finally {
        leave(size)
      }
    },
  }
}
