import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#lib/runtime/config.ts'
import { isReachedByOthers } from '#lib/runtime/reached-by-others.ts'
import { hasNoAccounts } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Made of the server's secret, so that every process knows it and none has to keep it. It opens nothing once there is an account. */
function firstKey(): string {
  const { authSecret } = config()
  if (authSecret === null) throw new Error('AUTH_SECRET is not set: start the server with npm start.')
  return createHmac('sha256', authSecret).update('skylark first admin').digest('base64url')
}

/** Whether somebody who makes the first account may: at this machine everybody, elsewhere who has the link that the start printed. */
export function mayBeFirst(key: string | null): boolean {
  if (!isReachedByOthers()) return true
  const given = Buffer.from(key ?? '')
  const own = Buffer.from(firstKey())
  return given.length === own.length && timingSafeEqual(given, own)
}

/** The link that makes the first account of a server that others reach; null: there is one already, or none is needed. */
export async function firstAdminLink(): Promise<string | null> {
  if (!isReachedByOthers() || !(await hasNoAccounts(serverDatabase()))) return null
  return `${config().publicUrl}/first-run?key=${firstKey()}`
}
