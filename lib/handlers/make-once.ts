import { createHash } from 'node:crypto'
import { ApiError } from '#lib/api/http/errors.ts'
import { answer } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import type { CheckedAccount, Hold } from '#lib/store/accounts/credentials-epoch.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { answerOnce } from '#lib/store/accounts/keyed-answers.ts'

/** Somebody asks for something to be made. `wanted`: the body, as it was understood. */
type Asked = {
  readonly request: Request
  readonly subscriber: CheckedAccount
  readonly wanted: unknown
  readonly hold?: Hold
}

/**
 * Makes something and answers 201 with it; where the request has an Idempotency-Key, once for all requests with that. `make` does
 * everything by the database that it is given. @throws ApiError in_progress, key_reused, not_signed_in, and what `make` throws
 */
export async function makeOnce(
  { request, subscriber, wanted, hold }: Asked,
  make: (database: Database) => Promise<unknown>,
): Promise<Response> {
  const key = readIdempotencyKey(request.headers)
  if (key === null) return answer(201, await openWay(subscriber, make, hold))
  const hash = createHash('sha256').update(
    JSON.stringify([request.method, new URL(request.url).pathname, wanted]),
  )
  const keyed = { subscriberId: subscriber.id, key, asked: hash.digest('hex') }
  const once = async (database: Database) =>
    answerOnce(database, keyed, async (own) => ({ status: 201, body: await make(own) }))
  const made = await openWay(subscriber, once, hold)
  if (made === 'running') throw new ApiError('in_progress', 'keyRunning', { retryAfterMs: 1_000 })
  if (made === 'other') throw new ApiError('key_reused', 'keyReused')
  return answer(made.status, made.body)
}

/** The header by which one request is known however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyHeader = 'idempotency-key'

/**
 * The key of a request, null without one. The draft has a string of structured fields ("…", RFC 8941); many clients send the
 * bare value, which means the same. @throws ApiError invalid_input
 */
function readIdempotencyKey(headers: Headers): string | null {
  const text = headers.get(idempotencyHeader)
  if (text === null) return null
  const [, quoted] = /^"(.*)"$/.exec(text) ?? []
  const key = (quoted ?? text).replaceAll(/\\(["\\])/g, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError('invalid_input', 'badKey')
  return key
}
