import type { Obstacle } from '#lib/documents/door/fetch-types.ts'
import {
  endTurn,
  takeHostTurn,
  type Asker,
  type AskedPause,
  type HostTurn,
  type TurnOptions,
} from './host-turn.ts'

/** The wait for a busy host to which a redirect leads, or that somebody waits for; whatever takes longer is left for later. */
export const hopWaitMs = 5_000

/** The turn at a host that is held, and how many requests it has had, those counted that robots.txt then forbade. */
type HeldTurn = { readonly turn: HostTurn; readonly requests: number }

type VisitOptions = Pick<TurnOptions, 'isAwaited' | 'signal'> & {
  /** The pause between two requests to one host of this visit; default: as its publisher asks. */
  readonly hopPauseMs?: number
}

/** A request on its way from redirect to redirect: of a poll (visit-host.ts), or any other. */
export type VisitInTurns = {
  /** Takes the turn of a host and gives back the one before; at the same host, waits for the pause between two requests. Null: it may be asked. */
  readonly goTo: (name: string, waitMs: number) => Promise<Obstacle | null>
  /** The host of the turn that is held asks for so long a pause between two requests: it holds for the next ones. */
  readonly slowTo: (spacingMs: number) => void
  readonly held: () => HeldTurn | null
  /** Hands the turn over that is held to somebody who gives it back with more than a pause. */
  readonly handOver: () => HeldTurn | null
  /** Gives the turn back that is held, if one is, with the pause that the host asked for, if it did. */
  readonly end: (asked?: AskedPause) => Promise<void>
}

/** Holds the turn at one host at a time, so that spacing, pauses and limits hold on every hop. */
export function visitInTurns(asker: Asker, { isAwaited, signal, hopPauseMs }: VisitOptions): VisitInTurns {
  let held: HeldTurn | null = null

  function handOver(): HeldTurn | null {
    const handed = held
    held = null
    return handed
  }

  async function end(asked?: AskedPause): Promise<void> {
    const ending = handOver()
    if (ending !== null) await endTurn(asker, ending.turn, { ...ending, asked })
  }

  async function goTo(name: string, waitMs: number): Promise<Obstacle | null> {
    if (held?.turn.name === name) {
      if (isAwaited !== true) await asker.clock.sleep(hopPauseMs ?? held.turn.spacingMs, signal)
      held = { ...held, requests: held.requests + 1 }
      return null
    }
    await end()
    const turn = await takeHostTurn(asker, name, { waitMs, isAwaited, signal })
    if (turn.kind !== 'claimed') return turn
    held = { turn, requests: 1 }
    return null
  }
  function slowTo(spacingMs: number): void {
    if (held !== null && spacingMs > held.turn.spacingMs)
      held = { ...held, turn: { ...held.turn, spacingMs } }
  }
  return { goTo, slowTo, held: () => held, handOver, end }
}
