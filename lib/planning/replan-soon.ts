import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notifyAll, type Notification } from '#lib/store/connection/notify.ts'
import { replanSources } from './plan-all.ts'
import { planAfter } from './plan-after.ts'

/** Sources planned by whoever asks, so that nobody waits long: a few milliseconds each. */
const plannedAtOnce = 200
/** Ids in a notification, which holds 8,000 bytes. */
const mostInNotification = 500

/**
 * Plans sources anew whose weight or whose readers' hours changed: each alone, at the present price of a poll, so that its next poll moves
 * within a second; what that costs the others follows with the next planning. Beyond 200 an aggregator does it, seconds later, or where
 * none listens, their next polls.
 */
export async function replanSoon(database: Database, sourceIds: readonly number[]): Promise<void> {
  const ids = [...new Set(sourceIds)]
  await replanSources({ database, clock: systemClock }, ids.slice(0, plannedAtOnce))
  const told: Notification[] = []
  for (let start = plannedAtOnce; start < ids.length; start += mostInNotification)
    told.push({ type: 'plan', sourceIds: ids.slice(start, start + mostInNotification) })
  if (told.length > 0) await notifyAll(database, told)
}

/**
 * The work of an aggregator that is told of sources to plan: some at a time, so that many do not take all connections, and as much of the time
 * is left to polls as that took. What is told again before its turn comes is planned once: a reader of 50,000 sources may change their hours
 * each second. Several aggregators would do it alike.
 */
export function createReplanner(database: Database, drain: AbortSignal) {
  const waiting = new Set<number>()
  let running: Promise<void> | null = null
  const replanAll = async () => {
    while (waiting.size > 0 && !drain.aborted) {
      const ids = [...waiting].slice(0, plannedAtOnce)
      for (const id of ids) waiting.delete(id)
      const begunAt = performance.now()
      await planAfter(() => replanSources({ database, clock: systemClock }, ids))
      // Of the machine's time, whatever a trial's clock shows.
      if (waiting.size > 0) await systemClock.sleep((performance.now() - begunAt) * systemClock.speed, drain)
    }
    running = null
  }
  return {
    run: (sourceIds: readonly number[]): Promise<void> => {
      for (const id of sourceIds) waiting.add(id)
      if (waiting.size === 0) return Promise.resolve()
      return (running ??= replanAll())
    },
    settled: () => running ?? Promise.resolve(),
  }
}
