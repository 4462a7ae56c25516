import { awaitAnswer, endAnswer, untilSent } from '#lib/api/answer-end.ts'
import { inWork } from '#lib/api/dear-work.ts'
import { ApiError } from '#lib/api/errors.ts'
import { whyUnavailable } from '#lib/api/why-unavailable.ts'
import { log } from '#lib/log.ts'
import { toXml } from './object-xml.ts'

/** Any page may ask: no cookie counts here, so that nothing is lent to it. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization',
  'access-control-allow-methods': 'GET, POST',
  'x-content-type-options': 'nosniff',
}
const unkept = { ...openHeaders, 'cache-control': 'private, no-store' }

/** Ends a request with an answer that is no success. */
export class SyncRefusal extends Error {
  readonly answer: Response
  constructor(answer: Response) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** A line of text; never HTML, never a redirection. */
export function plain(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, {
    status,
    headers: { ...unkept, 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}

export const ok = () => plain('OK')

/** JSON, or where `output` is "xml" the same in Google's XML. */
export function data(
  body: object,
  output: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const isXml = output === 'xml'
  const type = isXml ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8'
  return new Response(isXml ? toXml(body) : JSON.stringify(body), {
    headers: { ...unkept, 'content-type': type, ...headers },
  })
}

/** Refuses with a line of text. */
export function refusal(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): SyncRefusal {
  return new SyncRefusal(plain(text, status, headers))
}

/** Makes a handler whose failures are lines of text: apps know no other. */
export function syncRoute<Context>(
  handle: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    awaitAnswer(request)
    try {
      return untilSent(request, await inWork(() => handle(request, context)))
    } catch (error) {
      endAnswer(request)
      if (error instanceof SyncRefusal) return error.answer
      if (error instanceof ApiError && error.code === 'too_large') return plain('Too Large', 413)
      if (error instanceof ApiError && error.code === 'too_many_requests')
        return plain('Too Many Requests', 429, {
          'retry-after': `${Math.ceil((error.retryAfterMs ?? 60_000) / 1000)}`,
        })
      if (error instanceof ApiError && error.code === 'unavailable')
        return plain('Service Unavailable', 503, {
          'retry-after': `${Math.ceil((error.retryAfterMs ?? 60_000) / 1000)}`,
        })
      log.error('sync-failed', { error, path: new URL(request.url).pathname })
      const unavailable = whyUnavailable(error)
      if (unavailable === null) return plain('Internal Error', 500)
      return plain('Service Unavailable', 503, { 'retry-after': unavailable.retryAfterSeconds })
    }
  }
}
