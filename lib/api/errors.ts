import type { QueryProblem } from './search.ts'

/** Codes of our JSON API: the contract. The text beside a code is for people and may change. */
export const errorStatus = {
  invalid_input: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many_requests: 429,
  bad_query: 422,
  source_unreachable: 422,
  no_feed_found: 422,
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
    /** Which part of the input is wrong, when that is known. */
    readonly field?: string
    /** With bad_query: what is wrong, from left to right. */
    readonly problems?: readonly QueryProblem[]
  }
}

/** Thrown inside a request, mapped to an answer by the route wrapper. Its message is shown to the caller. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly problems: readonly QueryProblem[] | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options?: {
      readonly field?: string
      readonly problems?: readonly QueryProblem[]
      readonly cause?: unknown
    },
  ) {
    super(message, { cause: options?.cause })
    this.code = code
    this.field = options?.field
    this.problems = options?.problems
  }
}
