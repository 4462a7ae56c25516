import type { ServerResponse } from 'node:http'
import { createGate, type Gate } from '#lib/documents/door/gate.ts'
import { watchDatabaseWork } from '#lib/runtime/database-work.ts'

/** A page takes 40 ms of this thread: with as many as browsers ask at once (six) others waited for two thirds of a second. */
const atOnce = 3
/** Longer than that a request waits for others than this thread: for a publisher, or for its turn among dear ones. It holds up nobody then. */
const longestTurnMs = 500
/** Unless the database works for it: all readers share few connections, and slow statements of one would take them all. */
const lookEveryMs = 50

type Asking = { readonly gate: Gate; requests: number }

/**
 * Begins the requests of one account or address (`who`, as far as is known by now) a few at a time, in their order, until each is answered or waits
 * long for others. What the limits allow in a minute may come in a second, and all others would wait until this one thread has answered it. A request
 * that proves to be an account's (it says so by `moved`) gives back the turn of its address, and has one of that account's line. `isAlone`: whose
 * requests are begun singly. Resolves as the turn ends.
 */
export function createRequestTurns() {
  const askers = new Map<string, Asking>()

  async function pass(who: string, isAlone: boolean, work: () => Promise<void>): Promise<void> {
    const asking = askers.get(who) ?? { gate: createGate(atOnce, Infinity), requests: 0 }
    askers.set(who, asking)
    asking.requests += 1
    try {
      await asking.gate.pass(work, isAlone ? atOnce : 1)
    } finally {
      asking.requests -= 1
      if (asking.requests === 0) askers.delete(who)
    }
  }

  return async (
    who: () => string,
    response: ServerResponse,
    begin: (moved: () => void) => void,
    isAlone: (who: string) => boolean = () => false,
  ): Promise<void> => {
    let line: string | null = null
    const turn = createTurn(response, (move) => begin(() => line !== who() && move()))
    while (line !== who() && !turn.isOver()) {
      const current = (line = who())
      await pass(current, isAlone(current), () => (current === who() ? turn.take() : Promise.resolve()))
    }
  }
}

function createTurn(response: ServerResponse, begin: (move: () => void) => void) {
  const moved = Promise.withResolvers<void>()
  let over: Promise<void> | null = null
  let isOver = false
  return {
    isOver: () => isOver,
    /** Begins the request where it did not yet. Resolves as the turn ends, or moves to another line. */
    take: (): Promise<void> => {
      if (over !== null) return over
      over = answered(response, () => begin(moved.resolve)).then(() => void (isOver = true))
      return Promise.race([over, moved.promise])
    },
  }
}

function answered(response: ServerResponse, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve() // its client left while it waited
    let isAtDatabase = () => false
    const leave = () => {
      clearTimeout(timer)
      // Also where its client left: the statement goes on.
      if (isAtDatabase()) timer = setTimeout(leave, lookEveryMs)
      else resolve()
    }
    let timer = setTimeout(leave, longestTurnMs)
    response.once('close', leave)
    isAtDatabase = watchDatabaseWork(begin)
  })
}
