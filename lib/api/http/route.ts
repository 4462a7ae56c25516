import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { formatDuration } from '#lib/text/format.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { httpStatusOf, sayReason } from '#lib/text/say-reason.ts'
import type { Language } from '#lib/words/languages.ts'
import { languageOf } from './request-language.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'
import { awaitAnswer, endAnswer, untilSent } from './answer-end.ts'
import { withAnswerHeaders } from './answer-headers.ts'
import { isBrokenOff } from './broken-off.ts'
import { inWork } from './dear-work.ts'
import { ApiError, errorStatus, type ErrorBody, type ErrorCode } from './errors.ts'
import { issueText } from './issue-text.ts'
import { readBytes } from './read-bytes.ts'
import { whyUnavailable } from './why-unavailable.ts'

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
    awaitAnswer(request)
    try {
      refuseCrossSite(request)
      const answer = await inWork(() => handler(request, context))
      if (answer instanceof Response) return untilSent(request, withAnswerHeaders(request, answer))
      const body = answer === undefined ? null : Buffer.from(JSON.stringify(answer))
      endAnswer(request, body?.byteLength)
      return withAnswerHeaders(request, toResponse(body))
    } catch (error) {
      endAnswer(request)
      if (isBrokenOff(request, error)) return new Response(null, { status: 499 })
      const failure = orUnavailable(error, requestId, onUnexpected)
      const language = languageOf(request)
      return withAnswerHeaders(request, errorResponse(failure, requestId, language, onUnexpected))
    }
  }
}

/** Turns an error into `unavailable` when the same request may succeed later, and says when. Logs it, unless a limit refused on purpose. */
function orUnavailable(
  error: unknown,
  requestId: string,
  onUnexpected: (error: unknown, requestId: string) => void,
): unknown {
  const unavailable = whyUnavailable(error)
  if (unavailable === null) return error
  if (unavailable.key !== 'readersBusy') onUnexpected(error, requestId)
  const retryAfterMs = 1000 * Number(unavailable.retryAfterSeconds)
  return new ApiError('unavailable', unavailable.key, { retryAfterMs, cause: error })
}

function toResponse(json: Buffer<ArrayBuffer> | null): Response {
  if (json === null) return new Response(null, { status: 204 })
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(json, { headers })
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
    throw new ApiError('invalid_input', 'notJson', { cause })
  }
  return check(schema, body, languageOf(request))
}

/** Checks the query of an address; unknown names are errors only where the schema says so. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  return check(schema, parameters, languageOf(request))
}

/** Checks one part of the path. @throws ApiError not_found, or invalid_input for a NUL */
export async function readParam<T>(context: RouteContext, name: string, schema: z.ZodType<T>): Promise<T> {
  const text = (await context.params)[name]
  refuseNul(text, [name])
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new ApiError('not_found', 'nothingAt', { values: { address: text ?? '' } })
  return parsed.data
}

function check<T>(schema: z.ZodType<T>, value: unknown, language: Language): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    refuseNul(parsed.data)
    return parsed.data
  }
  const { field, issue } = issueText(schema, value, language)
  const key = field === '' ? 'requestInvalid' : 'fieldInvalid'
  throw new ApiError('invalid_input', key, { field, values: { field, issue } })
}

/**
 * Changes by a cookie must come from our own pages (OWASP: cross-site request forgery). Browsers send Sec-Fetch-Site with
 * every request, older ones Origin with every change; programs with a token send neither of them. A token is in a header
 * that no other site can make a browser send, unlike passwords that it kept for a proxy (Basic).
 */
function refuseCrossSite(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.headers.get('cookie') === null) return
  if (/^bearer /i.test(request.headers.get('authorization') ?? '')) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = request.headers.get('origin')
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host')
  if (site === null && origin !== null && URL.parse(origin)?.host === host) return
  throw new ApiError('forbidden', 'otherSite')
}

/** For answers that have begun already: what the caller may know of a failure, which is logged. */
export function internalError(error: unknown, request: Request): ErrorBody['error'] {
  const requestId = randomUUID()
  const failure = orUnavailable(error, requestId, reportUnexpected)
  return errorBody(failure, requestId, languageOf(request), reportUnexpected).error
}

function errorResponse(
  error: unknown,
  requestId: string,
  language: Language,
  onUnexpected: (error: unknown, requestId: string) => void,
) {
  const body = errorBody(error, requestId, language, onUnexpected)
  return Response.json(body, {
    status: errorStatus[body.error.code],
    headers: { 'cache-control': 'no-store', ...retryAfter(error) },
  })
}

function retryAfter(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.retryAfterMs === undefined) return {}
  return { 'retry-after': `${Math.ceil(error.retryAfterMs / 1000)}` }
}

function errorBody(
  error: unknown,
  requestId: string,
  language: Language,
  onUnexpected: (error: unknown, requestId: string) => void,
): ErrorBody {
  const known = error instanceof ApiError ? error : null
  if (known === null || known.code === 'internal') onUnexpected(error, requestId)
  const code: ErrorCode = known?.code ?? 'internal'
  const httpStatus = statusBehind(known)
  return {
    error: {
      code,
      message: errorText(known, language),
      requestId,
      ...(known?.field === undefined ? {} : { field: known.field }),
      ...(httpStatus === null ? {} : { httpStatus }),
      ...(known?.problems === undefined ? {} : { problems: known.problems }),
    },
  }
}

/** The status with which another server answered, where the error is about its answer. */
function statusBehind(error: ApiError | null): number | null {
  const status = error?.values['status']
  if (typeof status === 'number') return status
  return error?.detail === undefined ? null : httpStatusOf(error.detail)
}

/** The message of an error for people. An unknown error (null) says only that it is unexpected. */
export function errorText(error: ApiError | null, language: Language): string {
  const values = Object.entries(error?.values ?? {}).map(([name, value]) => [
    name,
    // Nobody knows the caller's time zone: what comes later is told by how long it takes.
    typeof value === 'number' && name.endsWith('Ms') ? formatDuration(value, localeOf(language)) : value,
  ])
  return wordsOf(language, 'errors')(error?.key ?? 'internal', {
    ...Object.fromEntries(values),
    ...(error?.detail === undefined ? {} : { detail: said(error.detail, language) }),
  })
}

/** A function that says reasons in a caller's words. */
export function sayerTo(request: Request): (reason: Reason) => string {
  const language = languageOf(request)
  return (reason) => said(reason, language)
}

/** Says a reason in UTC: nobody knows the caller's time zone. */
function said(reason: Reason, language: Language): string {
  const locale = localeOf(language)
  return sayReason(reason, { t: wordsOf(language, 'reasons'), locale, timeZone: 'UTC', nowMs: null })
}

/** One JSON line on stderr, as every event is logged (docs/operating.md: Logs). */
function reportUnexpected(error: unknown, requestId: string): void {
  const line = { at: new Date().toISOString(), level: 'error', event: 'request-failed', requestId }
  process.stderr.write(`${JSON.stringify({ ...line, error: plain(error) })}\n`)
}

function plain(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: plain(cause) }) }
}

/**
 * Refuses checked input with the character NUL anywhere in it: JSON and addresses can say it, PostgreSQL's texts cannot
 * hold it. To be called with what a schema let through: only that is of limited depth.
 * @throws ApiError invalid_input naming the field
 */
function refuseNul(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) {
    const field = path.join('.')
    const key = field === '' ? 'requestNul' : 'fieldNul'
    throw new ApiError('invalid_input', key, { field, values: { field } })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) refuseNul(part, [...path, name])
}
