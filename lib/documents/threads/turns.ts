export type Turns<Work> = {
  readonly add: (owner: string, work: Work) => void
  /** The next one, which waits no longer; undefined: none waits. */
  readonly next: () => Work | undefined
  /** The number of those that wait, of one owner or of all. */
  readonly count: (owner?: string) => number
}

/** Work that waits, of many owners, who take turns: next is the first of whoever had no turn yet, or had theirs longest ago. */
export function createTurns<Work>(): Turns<Work> {
  const waiting = new Map<string, Work[]>()
  /** Of each owner which turn was the last, since something waits. */
  const lastTurns = new Map<string, number>()
  let turn = 0
  const lastTurnOf = (owner: string) => lastTurns.get(owner) ?? 0

  function nextOwner(): string | undefined {
    return [...waiting.keys()].toSorted((a, b) => lastTurnOf(a) - lastTurnOf(b))[0]
  }

  return {
    add: (owner, work) => {
      const own = waiting.get(owner)
      if (own === undefined) waiting.set(owner, [work])
      else own.push(work)
    },
    next: () => {
      const owner = nextOwner()
      if (owner === undefined) {
        lastTurns.clear()
        return undefined
      }
      const own = waiting.get(owner) ?? []
      if (own.length === 1) waiting.delete(owner)
      lastTurns.set(owner, ++turn)
      return own.shift()
    },
    count: (owner) =>
      owner === undefined
        ? [...waiting.values()].reduce((sum, own) => sum + own.length, 0)
        : (waiting.get(owner)?.length ?? 0),
  }
}
