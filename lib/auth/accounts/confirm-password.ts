import { ApiError } from '#lib/api/http/errors.ts'
import { findPasswordHash } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { ownKey, pauseOfPassword, takeBackGuess } from '#lib/auth/identity/pause-of-guess.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'

/**
 * Asks for the password again, before a change to how one signs in or what cannot be taken back: a browser left open must
 * not be enough for it. A new password may be set while the old one is compared: the change itself is made by `openWay`.
 * @throws ApiError forbidden at the field `password`, too_many_requests, not_signed_in
 */
export async function confirmPassword(
  request: Request,
  subscriber: Subscriber,
  password: string,
): Promise<void> {
  const { headers } = request
  const database = serverDatabase()
  const key = ownKey(subscriber.id)
  const retryAfterMs = await pauseOfPassword(database, key, headers)
  if (retryAfterMs > 0) throw new ApiError('too_many_requests', 'tooManyForAccount', { retryAfterMs })
  const hash = await findPasswordHash(database, subscriber.id)
  const { password: hasher } = await serverAuth().$context
  if (hash === null || !(await hasher.verify({ hash, password })))
    throw new ApiError('forbidden', 'wrongPassword', { field: 'password' })
  await takeBackGuess(database, key, headers)
}
