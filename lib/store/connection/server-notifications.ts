import { config } from '#lib/runtime/config.ts'
import { openNotifications, type Notifications } from './notifications.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as { skylarkNotifications?: Notifications }

/** The web server's ear on the database, opened on first use. @throws Error when DATABASE_URL is not set */
export function serverNotifications(): Notifications {
  if (holder.skylarkNotifications === undefined) {
    const { databaseUrl } = config()
    if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
    holder.skylarkNotifications = openNotifications(databaseUrl)
  }
  return holder.skylarkNotifications
}
