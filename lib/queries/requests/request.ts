import type { ErrorBody, ErrorCode } from '#lib/api/http/errors.ts'

/** A request that did not succeed. `unreachable`: there was no answer, or none of ours. */
export class ApiFailure extends Error {
  readonly code: ErrorCode | 'unreachable'
  /** The part of the input that is wrong, when it is known. */
  readonly field: string | null
  /** The id of the failure in the server's log. */
  readonly requestId: string | null
  /** Of an answer that was none of ours: a proxy's, or that of the server that was asked for us. */
  readonly status: number | null
  /** The pause that the server asks for (Retry-After). */
  readonly retryAfterMs: number | null

  constructor(
    code: ErrorCode | 'unreachable',
    message: string,
    details: {
      readonly field?: string
      readonly requestId?: string
      readonly status?: number
      readonly retryAfterMs?: number | null
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ApiFailure'
    this.code = code
    this.field = details.field ?? null
    this.requestId = details.requestId ?? null
    this.status = details.status ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Options = {
  /** Parameters of the address; null and undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** Sent as JSON, or as it is when it is text or a file. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent even if the page is left meanwhile. */
  readonly keepalive?: boolean
}

/**
 * Calls our API: `path` is what follows /api/v1. Returns the answer's JSON, undefined for 204.
 * @throws ApiFailure with the server's code, or `unreachable`; an aborted request throws its AbortError
 */
export async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const response = await send(method, path, options)
  if (response.ok && response.status === 204) return undefined as T
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause
    const { status } = response
    throw new ApiFailure('unreachable', `The answer is not JSON (HTTP ${status}).`, { status, cause })
  })
  if (response.ok) return body as T
  throw apiFailureOf(body, response)
}

/** Sends a request, whatever is answered. @throws ApiFailure `unreachable`; an aborted one throws its AbortError */
export async function send(
  method: Method,
  path: string,
  { query = {}, body, signal, keepalive, headers = {} }: Options,
): Promise<Response> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value))
  }
  const search = parameters.size === 0 ? '' : `?${parameters}`
  const isPlain = typeof body === 'string' || (typeof Blob !== 'undefined' && body instanceof Blob)
  try {
    return await fetch(`/api/v1${path}${search}`, {
      method,
      signal: signal ?? null,
      ...(keepalive === undefined ? {} : { keepalive }),
      ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': isPlain ? 'text/xml' : 'application/json' }),
      },
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiFailure('unreachable', 'The server does not answer.', { cause })
  }
}

/** The name of a field in the API is for programs; people see where the words stand. */
function withoutField(message = '', field = ''): string {
  const start = `${field}: `
  return field !== '' && message.startsWith(start) ? message.slice(start.length) : message
}

/** The failure that a refusal tells of. */
export function apiFailureOf(body: unknown, { status, headers }: Response): ApiFailure {
  const error = (body as Partial<ErrorBody> | null)?.error
  if (typeof error?.code !== 'string')
    return new ApiFailure('unreachable', `The answer is none of ours (HTTP ${status}).`, { status })
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
  const details = {
    ...error,
    ...(error.httpStatus === undefined ? {} : { status: error.httpStatus }),
    retryAfterMs,
  }
  return new ApiFailure(error.code, withoutField(error.message, error.field), details)
}
