import { awaitAnswer, endAnswer, untilSent } from '#lib/api/http/answer-end.ts'
import { isBrokenOff } from '#lib/api/http/broken-off.ts'
import { inWork } from '#lib/api/http/dear-work.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { toXml } from './object-xml.ts'

/** Any page may ask: no cookie counts here, so that nothing is lent to it. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization',
  'access-control-allow-methods': 'GET, POST',
  'x-content-type-options': 'nosniff',
}
const unkept = { ...openHeaders, 'cache-control': 'private, no-store' }

type Headers = Readonly<Record<string, string>>
/** Makes the answer of a protocol that is no success. */
type Refuse = (status: number, text: string, headers?: Headers) => Response

/** Ends a request with an answer that is no success. */
export class SyncRefusal extends Error {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  constructor(status: number, text: string, headers: Headers) {
    super(`refused with ${status}`)
    this.status = status
    this.text = text
    this.headers = headers
  }
}

/** A line of text; never HTML, never a redirection. */
export function plain(text: string, status = 200, headers: Headers = {}): Response {
  return new Response(text, {
    status,
    headers: { ...unkept, 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}

export const ok = () => plain('OK')

/** JSON, or where `output` is "xml" the same in Google's XML. */
export function dataAnswer(body: object, output: string | null = null): Response {
  const isXml = output === 'xml'
  const type = isXml ? 'text/xml; charset=utf-8' : 'application/json; charset=utf-8'
  const bytes = Buffer.from(isXml ? toXml(body) : JSON.stringify(body))
  return new Response(bytes, {
    headers: { ...unkept, 'content-type': type, 'content-length': `${bytes.length}` },
  })
}

/** Refuses with a line of text. */
export function refusal(status: number, text: string, headers: Headers = {}): SyncRefusal {
  return new SyncRefusal(status, text, headers)
}

/** Makes a handler whose failures are lines of text, which most apps know no other of, or what `refuse` makes of the lines. */
export function syncRoute<Context>(
  handle: (request: Request, context: Context) => Promise<Response>,
  refuse: Refuse = (status, text, headers) => plain(text, status, headers),
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    awaitAnswer(request)
    try {
      return untilSent(request, await inWork(() => handle(request, context)))
    } catch (error) {
      endAnswer(request)
      if (isBrokenOff(request, error)) return new Response(null, { status: 499 })
      if (error instanceof SyncRefusal) return refuse(error.status, error.text, error.headers)
      if (error instanceof ApiError && error.code === 'too_large') return refuse(413, 'Too Large')
      if (error instanceof ApiError && error.code === 'not_signed_in') return refuse(401, 'Unauthorized')
      if (error instanceof ApiError && error.code === 'too_many_requests')
        return refuse(429, 'Too Many Requests', retryAfter(error))
      if (error instanceof ApiError && error.code === 'unavailable')
        return refuse(503, 'Service Unavailable', retryAfter(error))
      log.error('sync-failed', { error, path: new URL(request.url).pathname })
      const unavailable = whyUnavailable(error)
      if (unavailable === null) return refuse(500, 'Internal Error')
      return refuse(503, 'Service Unavailable', { 'retry-after': unavailable.retryAfterSeconds })
    }
  }
}

/** The time until an app may come again: a minute where the error does not say. */
export function retryAfter({ retryAfterMs = 60_000 }: ApiError): Headers {
  return { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` }
}
