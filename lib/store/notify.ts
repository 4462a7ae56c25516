import { notifyChannel, type Notification } from '#lib/api/events.ts'
import type { Database, Transaction } from './database.ts'

/** Tells every listening process; inside a transaction it is sent when that commits. */
export async function notify(database: Database | Transaction, notification: Notification): Promise<void> {
  await database.$executeRaw`SELECT pg_notify(${notifyChannel}, ${JSON.stringify(notification)})`
}
