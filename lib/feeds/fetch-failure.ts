import type { FetchErrorKind, FetchFailure } from './fetch-types.ts'

/** A request that came to nothing, thrown inside the fetch and turned into a value at its edge. */
export class FetchFailedError extends Error {
  readonly kind: FetchErrorKind
  readonly httpStatus: number | null
  readonly retryAt: number | null

  constructor(
    kind: FetchErrorKind,
    message: string,
    httpStatus: number | null = null,
    retryAt: number | null = null,
  ) {
    super(message)
    this.kind = kind
    this.httpStatus = httpStatus
    this.retryAt = retryAt
  }
}

/** What came over the wire, or out of the unpacking, is more than is read. */
export function tooLarge(maxBytes: number): FetchFailedError {
  return new FetchFailedError('too-large', `The document is larger than ${maxBytes} bytes.`)
}

const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO$|HOSTNAME_MISMATCH)/
const dnsCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME'])

/** Puts whatever went wrong in words. Unknown errors count as failed connections: that is where they come from. */
export function failureOf(
  error: unknown,
  finalUrl: string,
  { isTimeout, isAborted }: { readonly isTimeout: boolean; readonly isAborted: boolean },
): FetchFailure {
  const code = codeOf(error)
  const failed = (errorKind: FetchErrorKind, message: string): FetchFailure => ({
    kind: 'failed',
    errorKind,
    httpStatus: error instanceof FetchFailedError ? error.httpStatus : null,
    retryAt: error instanceof FetchFailedError ? error.retryAt : null,
    finalUrl,
    systemCode: code === '' ? null : code,
    message,
  })
  if (error instanceof FetchFailedError) return failed(error.kind, error.message)
  const host = URL.parse(finalUrl)?.hostname ?? 'The server'
  if (isAborted) return failed('aborted', 'The request was given up.')
  if (isTimeout) return failed('timeout', `${host} took too long to answer.`)
  if (code === 'EPRIVATE')
    return failed('private-address', `${host} is not a public address and is not allowed.`)
  if (dnsCodes.has(code)) return failed('dns', `There is no host named ${host}.`)
  if (tlsCodes.test(code)) return failed('tls', `The certificate of ${host} is not valid (${code}).`)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code.endsWith('TIMEOUT') || code === 'ETIMEDOUT')
    return failed('timeout', `${host} did not answer in time.`)
  if (code === 'ECONNREFUSED') return failed('connect', `${host} refused the connection.`)
  return failed('connect', `The connection to ${host} broke (${code === '' ? 'unknown reason' : code}).`)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  // Several addresses tried in vain come as an AggregateError.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner === undefined ? '' : codeOf(inner)
}
