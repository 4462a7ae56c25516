import type { Barrier } from './find-barrier.ts'

/** The words of an answer with an error besides its status. */
type ErrorAnswer = Pick<FetchFailure, 'barrier' | 'page'>

/** A request that came to nothing, thrown inside the fetch and turned into a value at its edge. */
export class FetchFailedError extends Error {
  readonly kind: FetchErrorKind
  readonly httpStatus: number | null
  readonly retryAt: number | null
  readonly said: ErrorAnswer

  constructor(
    kind: FetchErrorKind,
    message: string,
    httpStatus: number | null = null,
    retryAt: number | null = null,
    said: ErrorAnswer = {},
  ) {
    super(message)
    this.kind = kind
    this.httpStatus = httpStatus
    this.retryAt = retryAt
    this.said = said
  }
}

/** The failure of an answer that is more, over the wire or out of the unpacking, than is read. */
export function tooLarge(maxBytes: number): FetchFailedError {
  return new FetchFailedError('too-large', `The document is larger than ${maxBytes} bytes.`)
}

/** The words of undici for a "100 Continue" that nobody asked for, which servers send all the same (RFC 9110, 15.2). */
export const badResponse = 'bad response'

const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO$|HOSTNAME_MISMATCH)/
/** Of c-ares, and of the system: resolve-name.ts. */
const dnsCodes = new Set(
  'ENOTFOUND ENODATA ESERVFAIL EFORMERR EBADRESP EBADNAME EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME'.split(
    ' ',
  ),
)

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
    ...(error instanceof FetchFailedError && error.said),
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
  if (isUnreadableAnswer(error, code))
    return failed('broken-answer', `The answer of ${host} is no HTTP, or breaks off.`)
  if (code === 'ECONNREFUSED') return failed('connect', `${host} refused the connection.`)
  return failed('connect', `The connection to ${host} broke (${code === '' ? 'unknown reason' : code}).`)
}

const brokenAnswers = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'UND_ERR_HEADERS_OVERFLOW'])

function isUnreadableAnswer(error: unknown, code: string): boolean {
  return brokenAnswers.has(code) || (error instanceof Error && error.name === 'HTTPParserError')
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Several addresses tried in vain: the last one alone had all the time, and the first is IPv6 where there may be none.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors.at(-1))
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  return codeOf(error.cause)
}

type FetchErrorKind =
  | 'dns'
  | 'tls'
  | 'connect'
  | 'broken-answer'
  | 'timeout'
  | 'http'
  | 'too-large'
  | 'too-many-redirects'
  | 'private-address'
  | 'bad-url'
  | 'encoding'
  | 'aborted'

export type FetchFailure = {
  readonly kind: 'failed'
  readonly errorKind: FetchErrorKind
  readonly httpStatus: number | null
  /** Before then the address is not to be asked again; null: it did not say. */
  readonly retryAt: number | null
  readonly finalUrl: string
  /** The system's name of the error ("ECONNRESET"); null: it was none of the system's. */
  readonly systemCode: string | null
  /** For people; no secrets, no stack. */
  readonly message: string
  /** A page that answered in place of the site (a check for humans, a login); absent: none that is known. */
  readonly barrier?: Barrier
  /** The beginning of the page that came with the error; absent: there was none. */
  readonly page?: { readonly body: Buffer; readonly contentType: string }
}
