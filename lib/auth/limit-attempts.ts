import { ApiError, type ErrorKey } from '#lib/api/errors.ts'
import { pauseOfAttempt, type AttemptLimit } from '#lib/store/attempts.ts'
import type { Database } from '#lib/store/database.ts'

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
