import type { Obstacle } from '#lib/documents/door/fetch-types.ts'
import {
  endTurn,
  takeHostTurn,
  type Asker,
  type AskedPause,
  type HostTurn,
  type TurnOptions,
} from './host-turn.ts'

/** A request that is no poll, on its way from redirect to redirect. */
export type VisitInTurns = {
  /** Takes the turn of a host and gives back the one before; at the same host, waits for the pause between two requests. Null: it may be asked. */
  readonly goTo: (name: string, waitMs: number) => Promise<Obstacle | null>
  /** The host of the turn that is held asks for so long a pause between two requests: it holds for the next ones. */
  readonly slowTo: (spacingMs: number) => void
  /** Gives the turn back that is held, if one is, with the pause that the host asked for, if it did. */
  readonly end: (asked?: AskedPause) => Promise<void>
}

/** Holds the turn at one host at a time, so that spacing, pauses and wishes hold on every hop as for a poll. */
export function visitInTurns(
  asker: Asker,
  { isAwaited, signal }: Pick<TurnOptions, 'isAwaited' | 'signal'>,
): VisitInTurns {
  let held: { turn: HostTurn; requests: number } | null = null

  async function end(asked?: AskedPause): Promise<void> {
    const ending = held
    held = null
    if (ending !== null) await endTurn(asker, ending.turn, { ...ending, asked })
  }

  async function goTo(name: string, waitMs: number): Promise<Obstacle | null> {
    if (held?.turn.name === name) {
      if (isAwaited !== true) await asker.clock.sleep(held.turn.spacingMs, signal)
      held.requests += 1
      return null
    }
    await end()
    const turn = await takeHostTurn(asker, name, { waitMs, isAwaited, signal })
    if (turn.kind !== 'claimed') return turn
    held = { turn, requests: 1 }
    return null
  }
  function slowTo(spacingMs: number): void {
    if (held !== null && spacingMs > held.turn.spacingMs) held.turn = { ...held.turn, spacingMs }
  }
  return { goTo, slowTo, end }
}
