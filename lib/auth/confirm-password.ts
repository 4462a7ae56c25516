import { createHash } from 'node:crypto'
import { ApiError } from '#lib/api/errors.ts'
import { findPasswordHash } from '#lib/store/accounts.ts'
import { clearAttempts } from '#lib/store/attempts.ts'
import type { Database } from '#lib/store/database.ts'
import { serverAuth } from './auth.ts'
import { limitAttempts } from './limit-attempts.ts'
import type { Subscriber } from './subscriber.ts'

/** Wrong passwords per account, from wherever they come; the limit per address is better-auth's. */
export const attemptsPerAccount = { max: 10, windowMs: 60_000 } as const

/** Hashed, so that mistyped addresses (or passwords in the wrong field) do not stay in the database. */
export function accountKey(email: string): string {
  return `account|${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}

/**
 * Asks for the password again, before a change to how one signs in or what cannot be taken back: a browser left open must
 * not be enough for it. @throws ApiError forbidden at the field `password`, too_many_requests
 */
export async function confirmPassword(
  database: Database,
  subscriber: Subscriber,
  password: string,
): Promise<void> {
  const key = accountKey(subscriber.email)
  await limitAttempts(database, key, { ...attemptsPerAccount, text: 'tooManyForAccount' })
  const hash = await findPasswordHash(database, subscriber.id)
  const { password: hasher } = await serverAuth().$context
  if (hash === null || !(await hasher.verify({ hash, password })))
    throw new ApiError('forbidden', 'wrongPassword', { field: 'password' })
  await clearAttempts(database, key)
}
