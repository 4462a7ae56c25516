import type { Database } from '#lib/store/connection/database.ts'
import { subscribeWithin, type NewSubscription } from '#lib/store/subscriptions/subscriptions.ts'

/** Subscribes to a list of sources, whose first polls nobody waits for. */
export function subscribeToMany(
  database: Database,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
) {
  return database.$transaction(
    (transaction) => subscribeWithin(transaction, subscriberId, subscriptions, now, false),
    { timeout: 60_000 },
  )
}
