import pg from 'pg'
import { parsePayload } from '#lib/store/connection/notifications.ts'
import { notifyChannel, type Notification } from '#lib/store/connection/notify.ts'

/** Collects what is told to listening processes, on a connection of its own. */
export async function listenForNotifications(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  const received: Notification[] = []
  let wake = () => {}
  client.on('notification', ({ payload }) => {
    received.push(parsePayload(payload ?? '').notification)
    wake()
  })
  await client.connect()
  await client.query(`LISTEN ${notifyChannel}`)
  return {
    /** The next notification, waiting for it if need be. */
    next: async (): Promise<Notification | undefined> => {
      if (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return received.shift()
    },
    waiting: () => received.length,
    stop: () => client.end(),
  }
}
