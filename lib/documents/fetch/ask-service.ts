import { startDeadline } from '#lib/documents/door/deadline.ts'
import { type FetchFailure, failureOf } from '#lib/documents/door/fetch-failure.ts'
import type { GuardOptions } from '#lib/documents/door/fetch-types.ts'
import { guardedRequest } from '#lib/documents/door/guarded-request.ts'
import { retryAtOf, serverTimeOf } from '#lib/documents/door/response-headers.ts'
import { withoutSecrets } from './without-secrets.ts'

export type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The answers that are read; without it all. */
  readonly isWanted?: (httpStatus: number) => boolean
}

export type ServiceAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** The text of the answer, as far as that was wanted. */
  readonly text: string
  /** Retry-After of what is no success, epoch milliseconds; null: none. */
  readonly retryAt: number | null
}

export type ServiceOptions = GuardOptions & { readonly userAgent: string; readonly now: () => number }

const timeoutMs = 15_000
/** Answers explain themselves in a line, or repeat what they keep. */
const maxBytes = 262_144

/**
 * Asks a service on behalf of a subscriber, at an address of theirs, under the same guard as every fetch. Redirects are not
 * followed: what is sent is meant for that address. What the world does wrong comes back as a value.
 */
export async function askService(
  address: string,
  { method, headers, body, isWanted = () => true }: ServiceRequest,
  options: ServiceOptions,
): Promise<ServiceAnswer | FetchFailure> {
  const deadline = startDeadline(timeoutMs)
  try {
    const named = { 'user-agent': options.userAgent, ...headers }
    const asked = { method, headers: named, maxBytes, isWanted, ...(body === undefined ? {} : { body }) }
    const answer = await guardedRequest(address, asked, options, deadline)
    const { statusCode: httpStatus, headers: answered } = answer
    const retryAt = isSuccess(httpStatus) ? null : retryAtOf(answered, serverTimeOf(answered), options.now())
    const text = isWanted(httpStatus) ? answer.body.toString('utf8') : ''
    return { kind: 'answered', httpStatus, text, retryAt }
  } catch (error) {
    return failureOf(error, address, { isTimeout: deadline.endedBy() === 'timeout', isAborted: false })
  } finally {
    deadline.release()
  }
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300
}

const mostText = 200

/** The beginning of what a service says, in one line and without the secrets it was sent, for whoever looks into the log. PostgreSQL stores no NUL. */
export function saidBy(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, mostText)
}
