import { config } from '#lib/runtime/config.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { openNotifications } from './notifications.ts'

/** The web server's ear on the database, opened on first use. @throws Error when DATABASE_URL is not set */
export const serverNotifications = oncePerProcess(
  () => {
    const { databaseUrl } = config()
    if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
    return openNotifications(databaseUrl)
  },
  (notifications) => notifications.close(),
)
