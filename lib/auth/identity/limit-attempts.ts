import { ApiError, type ErrorKey } from '#lib/api/http/errors.ts'
import { pauseOfAttempt, takeBackAttempt, type AttemptLimit } from '#lib/store/accounts/attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'

/** Counts an attempt under a key. @throws ApiError too_many_requests that says when to come again, with that text */
export async function limitAttempts(
  database: Database,
  key: string,
  { text, ...limit }: AttemptLimit & { readonly text: ErrorKey },
  now: number = Date.now(),
): Promise<void> {
  const retryAfterMs = await pauseOfAttempt(database, key, limit, now)
  if (retryAfterMs > 0) throw new ApiError('too_many_requests', text, { retryAfterMs })
}

/** As many as may try to sign in from there (`auth.ts`). */
const links = { max: 20, windowMs: 60_000, text: 'tooManyOfThese' } as const

/**
 * Follows a link of a mail, unless too many were wrong that came from the same address, whatever they open. Nobody finds a secret of
 * 256 bits, but each that is made up costs a look-up. @throws ApiError too_many_requests
 */
export async function limitLinks<Done>({ headers }: Request, follow: () => Promise<Done>): Promise<Done> {
  const key = `links|${addressGroup(headers)}`
  await limitAttempts(serverDatabase(), key, links)
  const done = await follow()
  await takeBackAttempt(serverDatabase(), key)
  return done
}
