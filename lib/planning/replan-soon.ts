import type { Database } from '#lib/store/connection/database.ts'
import { notifyAll, type Notification } from '#lib/store/connection/notify.ts'
import { replanInParts } from './change-weights.ts'
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
  await replanInParts(database, ids.slice(0, plannedAtOnce))
  const told: Notification[] = []
  for (let start = plannedAtOnce; start < ids.length; start += mostInNotification)
    told.push({ type: 'plan', sourceIds: ids.slice(start, start + mostInNotification) })
  if (told.length > 0) await notifyAll(database, told)
}

/**
 * The work of an aggregator that is told of sources to plan: one notification after the other, so that many do not take all connections.
 * Several aggregators would do it alike.
 */
export function createReplanner(database: Database, drain: AbortSignal) {
  let last: Promise<void> = Promise.resolve()
  const replan = async (sourceIds: readonly number[]) => {
    if (!drain.aborted) await planAfter(() => replanInParts(database, sourceIds))
  }
  return {
    run: (sourceIds: readonly number[]): Promise<void> => (last = last.then(() => replan(sourceIds))),
    settled: () => last,
  }
}
