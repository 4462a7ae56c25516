import type { ToldStates } from '#lib/api/posting-states.ts'
import type { Database, Transaction } from './database.ts'

/** PostgreSQL NOTIFY channel and payloads between aggregator, web processes and each other. */
export const notifyChannel = 'skylark'
export type Notification =
  | { readonly type: 'postings'; readonly sourceId: number; readonly count: number; readonly maxId: string }
  | { readonly type: 'source'; readonly sourceId: number }
  | { readonly type: 'settings' | 'account'; readonly subscriberId: string }
  /** `postings`: these alone changed; without it, anything but postings. */
  | { readonly type: 'state'; readonly subscriberId: string; readonly postings?: ToldStates }
  /** Something stands in the list of alerts that was not there. */
  | { readonly type: 'alert'; readonly subscriberId: string; readonly count: number }
  /** Wakes the senders: a message is due now. */
  | { readonly type: 'outbox' }
  /** Wakes the aggregator: something became due now. */
  | { readonly type: 'due' }
  /** A hub delivered postings that are to be stored. */
  | { readonly type: 'delivery' }
  /** Asks the aggregator to plan all sources anew. */
  | { readonly type: 'plan' }
  /** All sources were planned anew. */
  | { readonly type: 'planned' }

/** Tells every listening process; inside a transaction it is sent when that commits. */
export async function notify(database: Database | Transaction, notification: Notification): Promise<void> {
  await database.$executeRaw`SELECT pg_notify(${notifyChannel}, ${JSON.stringify(notification)})`
}

/** `notify` of several, in their order, by one statement. */
export async function notifyAll(
  database: Database | Transaction,
  notifications: readonly Notification[],
): Promise<void> {
  if (notifications.length === 0) return
  const payloads = notifications.map((notification) => JSON.stringify(notification))
  await database.$executeRaw`
    SELECT pg_notify(${notifyChannel}, p) FROM unnest(${payloads}::text[]) WITH ORDINALITY AS u(p, n) ORDER BY n`
}
