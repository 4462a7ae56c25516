import type { Instrumentation } from 'next'
import { ApiError } from '#lib/api/http/errors.ts'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { noteRefusal, type PageRefusal } from './lib/web/refused-pages.ts'

/** Next tells of whatever a page or route throws: where the database is gone or crowded, or too much was asked for, the answer is to say so. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) => {
  const refusal = whyRefused(error)
  if (refusal !== null) noteRefusal(headers, refusal)
}

function whyRefused(error: unknown): PageRefusal | null {
  const unavailable = whyUnavailable(error)
  if (unavailable !== null) return { status: 503, retryAfterSeconds: unavailable.retryAfterSeconds }
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return null
  const { retryAfterMs } = error
  if (retryAfterMs === undefined) return null
  return { status: 429, retryAfterSeconds: `${Math.ceil(retryAfterMs / 1000)}` }
}
