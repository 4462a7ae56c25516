import { log } from '#lib/log.ts'
import { rollUpPolls } from '#lib/store/roll-up-polls.ts'
import type { AggregatorContext } from './context.ts'

const dayMs = 86_400_000

/** Rolls up old polls, once a day of the clock in each process: the second one finds nothing left. */
export function createRollUp(context: AggregatorContext): (drain: AbortSignal) => Promise<void> {
  let doneDay: number | null = null
  return async (drain) => {
    const now = context.clock.now()
    const today = Math.floor(now / dayMs)
    if (doneDay === today) return
    const polls = await rollUpPolls(context.database, now, drain)
    if (!drain.aborted) doneDay = today
    if (polls > 0) log.info('polls-rolled-up', { polls })
  }
}
