import { setTimeout as pause } from 'node:timers/promises'

export type Lane<Message extends { readonly host: string }> = {
  /** On their way at the same time. */
  readonly most: number
  /** Takes what is due, so many at most, by a lease; `underWay`: how many are on their way to each host. */
  readonly claim: (free: number, underWay: ReadonlyMap<string, number>) => Promise<readonly Message[]>
  /** Sends one and marks it; does not throw. */
  readonly send: (message: Message) => Promise<void>
  /** None is claimed once it aborts. */
  readonly drain: AbortSignal | undefined
}

/** Those that end in this time are followed by one claim: it costs the database as much as three messages. */
const gatherMs = 10

/**
 * Sends what is due out of an outbox until nothing is. A call while it does has it look again.
 * @returns begins that; resolves when all that was claimed is marked
 */
export function createLane<Message extends { readonly host: string }>({
  most,
  claim,
  send,
  drain,
}: Lane<Message>): () => Promise<void> {
  const underWay = new Map<string, number>()
  const active = new Set<Promise<void>>()
  let running: Promise<void> | null = null
  let wake: (() => void) | null = null
  let isWanted = false
  let ended = 0

  function begin(message: Message): void {
    const { host } = message
    underWay.set(host, (underWay.get(host) ?? 0) + 1)
    const sent = send(message).finally(() => {
      active.delete(sent)
      ended += 1
      underWay.set(host, (underWay.get(host) ?? 1) - 1)
      if (underWay.get(host) === 0) underWay.delete(host)
    })
    active.add(sent)
  }

  async function claimMore(): Promise<void> {
    const free = most - active.size
    if (free <= 0 || drain?.aborted === true) return
    const messages = await claim(free, underWay)
    messages.forEach(begin)
  }

  /** Whatever comes first: room for more, or news that more is due. */
  async function loop(): Promise<void> {
    for (;;) {
      isWanted = false
      const endedBefore = ended
      await claimMore()
      const isOver = drain?.aborted === true
      // Hosts that were busy when this claim began had to be left out of it.
      if (!isOver && (isWanted || ended > endedBefore) && active.size < most) continue
      if (active.size === 0) return
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([...active, woken])
      await pause(gatherMs)
    }
  }

  return () => {
    isWanted = true
    wake?.()
    running ??= loop().finally(async () => {
      await Promise.all(active)
      running = null
    })
    return running
  }
}
