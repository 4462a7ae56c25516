import { awaitAnswer, endAnswer } from '#lib/api/http/answer-end.ts'
import { isBrokenOff } from '#lib/api/http/broken-off.ts'
import { ApiError, errorStatus } from '#lib/api/http/errors.ts'
import { mostOfStrangers, readBytes } from '#lib/api/http/read-bytes.ts'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { isOpenAuthPath } from '#lib/auth/sign-in/auth-paths.ts'
import { countBySession } from '#lib/auth/requests/require-subscriber.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { log } from '#lib/runtime/log.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Sign-in, sign-up, sign-out, own sessions and password: better-auth's own endpoints. */
async function handle(request: Request): Promise<Response> {
  const response = isOpenAuthPath(request.method, request.url)
    ? await answerTo(request)
    : Response.json({ code: 'NOT_FOUND' }, { status: 404 })
  response.headers.set('cache-control', 'no-store')
  // Its limits per address say it under a name of their own.
  const pause = response.headers.get('x-retry-after')
  if (pause !== null) response.headers.set('retry-after', pause)
  return response
}

async function answerTo(request: Request): Promise<Response> {
  awaitAnswer(request)
  try {
    await countBySession(request.headers)
    if (request.body === null) return await serverAuth().handler(request)
    const { url, method, headers } = request
    // better-auth would read all there is.
    const body = new Uint8Array(await readBytes(request, mostOfStrangers))
    return await serverAuth().handler(new Request(url, { method, headers, body }))
  } catch (error) {
    if (isBrokenOff(request, error)) return new Response(null, { status: 499 })
    return refusal(error instanceof ApiError ? error : toApiError(error), request)
  } finally {
    endAnswer(request)
  }
}

/** Nobody of Next's is there to say it. */
function toApiError(error: unknown): ApiError {
  const unavailable = whyUnavailable(error)
  log.error('request-failed', { error })
  if (unavailable === null) return new ApiError('internal', 'internal', { cause: error })
  const retryAfterMs = 1000 * Number(unavailable.retryAfterSeconds)
  return new ApiError('unavailable', unavailable.key, { retryAfterMs, cause: error })
}

/** In better-auth's form. */
function refusal({ code, key, values, retryAfterMs = 0 }: ApiError, request: Request): Response {
  const message = wordsOf(languageOfRequest(request.headers), 'errors')(key, values)
  const headers: HeadersInit =
    retryAfterMs === 0 ? {} : { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` }
  const name = code === 'too_large' ? 'PAYLOAD_TOO_LARGE' : code.toUpperCase()
  return Response.json({ code: name, message }, { status: errorStatus[code], headers })
}

export { handle as GET, handle as POST }
