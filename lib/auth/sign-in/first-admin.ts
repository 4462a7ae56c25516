import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#lib/runtime/config.ts'
import { hasNoAccounts, readSignUpMode } from '#lib/store/accounts/accounts.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Whether others than people at this machine may reach the server: it listens elsewhere, or is known by another name. */
function isReachedByOthers(): boolean {
  const { host, publicUrl } = config()
  return !loopback.test(host) || !loopback.test(new URL(publicUrl).hostname)
}

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

/**
 * The first admin has come and may have said who joins after; without a word further accounts are by invitation from now on
 * where others reach the server.
 */
export async function afterFirst(transaction: Transaction, whoJoins: string | null = null): Promise<void> {
  if ((await readSignUpMode(transaction)) !== 'open' || whoJoins === 'open') return
  if (whoJoins === 'invitation' || isReachedByOthers())
    await changeServerSettings(transaction, { signUp: 'invitation' })
}

/** The link that makes the first account of a server that others reach; null: there is one already, or none is needed. */
export async function firstAdminLink(): Promise<string | null> {
  if (!isReachedByOthers() || !(await hasNoAccounts(serverDatabase()))) return null
  return `${config().publicUrl}/first-run?key=${firstKey()}`
}
