import type { Reason } from '#lib/policy/basics/reason.ts'
import type { MessageKey } from '#lib/words/areas.ts'

export type ErrorKey = MessageKey<'errors'>

/** Codes of our JSON API: the contract. The text beside a code is for people and may change. */
export const errorStatus = {
  invalid_input: 400,
  not_signed_in: 401,
  forbidden: 403,
  /** The token's owner may, the token may not. */
  scope_missing: 403,
  not_found: 404,
  conflict: 409,
  /** The first request with the same Idempotency-Key is under way. */
  in_progress: 409,
  too_large: 413,
  /** The account keeps as many bytes as it may. */
  storage_full: 413,
  too_many_requests: 429,
  bad_query: 422,
  /** An Idempotency-Key that was another request's. */
  key_reused: 422,
  source_unreachable: 422,
  no_feed_found: 422,
  /** The publisher does not want to be asked. */
  opted_out: 422,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Body of every answer that is not a success. */
export type ErrorBody = {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly requestId: string
    /** The part of the input that is wrong, when it is known. */
    readonly field?: string
    /** The status with which another server answered, where that is why. */
    readonly httpStatus?: number
    /** With bad_query: what is wrong, from left to right. */
    readonly problems?: readonly QueryProblem[]
  }
}

/** Numbers and names in a message. */
type ErrorValues = Readonly<Record<string, string | number>>

/**
 * Thrown inside a request, mapped to an answer by the route wrapper. Its message is the key of one in
 * lib/words/…/errors.json, put into the caller's language there.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly key: ErrorKey
  readonly field: string | undefined
  readonly values: ErrorValues
  readonly detail: Reason | undefined
  readonly problems: readonly QueryProblem[] | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    key: ErrorKey,
    options?: {
      readonly field?: string
      readonly values?: ErrorValues
      /** Said in the caller's language, too, where the message has {detail}. */
      readonly detail?: Reason
      readonly problems?: readonly QueryProblem[]
      /** The time until the next try: the header Retry-After. */
      readonly retryAfterMs?: number
      readonly cause?: unknown
    },
  ) {
    super(key, { cause: options?.cause })
    this.code = code
    this.key = key
    this.field = options?.field
    this.values = options?.values ?? {}
    this.detail = options?.detail
    this.problems = options?.problems
    this.retryAfterMs = options?.retryAfterMs
  }
}

/** A mistake in a query, and its place. `code` and `values` are the contract; `message` is the same in English. */
type QueryProblem = {
  readonly code: string
  readonly at: number
  readonly length: number
  readonly values: Readonly<Record<string, string>>
  readonly message: string
}
