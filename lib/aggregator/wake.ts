import { findNextDue } from '#lib/store/polling/next-due.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Passes are made each second of the machine; what is due later than this can wait for the next. */
const tickMs = 1_000
/** However fast the clock, the database is given this much of the machine's time between two looks. */
const leastPauseMs = 10

/**
 * Wakes the aggregator when the next poll is due, if that is before the next tick: polls start when they are planned,
 * and with a clock that runs a thousand times as fast, a tick would be a quarter of an hour.
 */
export function createWaker(context: AggregatorContext, run: () => Promise<void>) {
  const { clock, database } = context
  let waiting = new AbortController()

  /** To be called after each pass; forgets what was waited for before. */
  async function set(): Promise<void> {
    waiting.abort()
    const own = new AbortController()
    waiting = own
    const now = clock.now()
    const at = await findNextDue(database, now)
    if (at === null || at - now > tickMs * clock.speed) return
    await clock.sleep(Math.max(at - clock.now(), leastPauseMs * clock.speed), own.signal)
    if (!own.signal.aborted) void run()
  }
  return { set, cancel: () => waiting.abort() }
}
