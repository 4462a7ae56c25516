import { ApiError } from './errors.ts'

/** The header by which one request is known however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeader = 'idempotency-key'

/**
 * The key of a request, null without one. The draft has a string of structured fields ("…", RFC 8941); many clients send the
 * bare value, which means the same. @throws ApiError invalid_input
 */
export function readIdempotencyKey(headers: Headers): string | null {
  const text = headers.get(idempotencyHeader)
  if (text === null) return null
  const [, quoted] = /^"(.*)"$/.exec(text) ?? []
  const key = (quoted ?? text).replaceAll(/\\(["\\])/g, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError('invalid_input', 'badKey')
  return key
}
