import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ApiError, errorStatus, type ErrorBody, type ErrorCode } from './errors.ts'
import { readBytes } from './read-bytes.ts'
import { refuseNul } from './refuse-nul.ts'

/** Second argument of a Next route handler; `params` are the path's parts, still unchecked. */
export type RouteContext = { readonly params: Promise<Readonly<Record<string, string>>> }

type Handler = (request: Request, context: RouteContext) => Promise<unknown>

/**
 * Makes a Next route handler from a function that returns the body of its answer, or a Response of its own.
 * `undefined` becomes 204. Errors become the code, text and request id of the contract and nothing else;
 * unknown ones are reported through `onUnexpected` and shown as `internal`.
 */
export function route(
  handler: Handler,
  onUnexpected: (error: unknown, requestId: string) => void = reportUnexpected,
) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = randomUUID()
    try {
      refuseCrossSite(request)
      const answer = await handler(request, context)
      if (answer instanceof Response) return answer
      if (answer === undefined) return new Response(null, { status: 204 })
      return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
    } catch (error) {
      return errorResponse(error, requestId, onUnexpected)
    }
  }
}

/** JSON answer with another status than 200, e.g. 201. */
export function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/** Of a JSON body, in bytes. */
const largestBody = 1_000_000

/** Reads and checks a JSON body. @throws ApiError too_large, or invalid_input naming the wrong field */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = new TextDecoder().decode(await readBytes(request, largestBody))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new ApiError('invalid_input', 'The request body is not JSON.', { cause })
  }
  return check(schema, body)
}

/** Checks the query of an address; unknown names are errors only where the schema says so. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  return check(schema, Object.fromEntries(new URL(request.url).searchParams))
}

/** Checks one part of the path. @throws ApiError not_found, or invalid_input for a NUL */
export async function readParam<T>(context: RouteContext, name: string, schema: z.ZodType<T>): Promise<T> {
  const text = (await context.params)[name]
  refuseNul(text, [name])
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new ApiError('not_found', `There is nothing at "${text ?? ''}".`)
  return parsed.data
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    refuseNul(parsed.data)
    return parsed.data
  }
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw new ApiError(
    'invalid_input',
    `${field === '' ? 'The request' : field}: ${issue?.message ?? 'is not valid'}`,
    {
      field,
    },
  )
}

/**
 * Changes by a cookie must come from our own pages (OWASP: cross-site request forgery). Browsers send
 * Sec-Fetch-Site with every request; programs with a token send neither it nor a cookie.
 */
function refuseCrossSite(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.headers.get('cookie') === null) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = request.headers.get('origin')
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host')
  if (site === null && (origin === null || URL.parse(origin)?.host === host)) return
  throw new ApiError('forbidden', 'This request came from another site.')
}

/** For answers that have begun already: what the caller may know of a failure, which is logged. */
export function internalError(error: unknown): ErrorBody['error'] {
  return errorBody(error, randomUUID(), reportUnexpected).error
}

function errorResponse(
  error: unknown,
  requestId: string,
  onUnexpected: (error: unknown, requestId: string) => void,
) {
  const body = errorBody(error, requestId, onUnexpected)
  return Response.json(body, {
    status: errorStatus[body.error.code],
    headers: { 'cache-control': 'no-store' },
  })
}

function errorBody(
  error: unknown,
  requestId: string,
  onUnexpected: (error: unknown, requestId: string) => void,
): ErrorBody {
  const known = error instanceof ApiError ? error : null
  if (known === null || known.code === 'internal') onUnexpected(error, requestId)
  const code: ErrorCode = known?.code ?? 'internal'
  return {
    error: {
      code,
      message: known?.message ?? 'Something went wrong here. It was noted under the request id.',
      requestId,
      ...(known?.field === undefined ? {} : { field: known.field }),
    },
  }
}

/** One JSON line on stderr, as every event is logged (README). */
function reportUnexpected(error: unknown, requestId: string): void {
  const line = { at: new Date().toISOString(), level: 'error', event: 'request-failed', requestId }
  process.stderr.write(`${JSON.stringify({ ...line, error: plain(error) })}\n`)
}

function plain(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: plain(cause) }) }
}
