import type { ErrorKey } from './errors.ts'

type Unavailable = {
  readonly key: Extract<
    ErrorKey,
    'databaseBusy' | 'databaseFull' | 'databaseReadOnly' | 'databaseSilent' | 'readersBusy'
  >
  readonly retryAfterSeconds: string
}

/**
 * Of Prisma and its adapter (not reached, timed out, closed), Node's sockets and PostgreSQL (Appendix A: 08 connection, 57P01-3 stopping and starting).
 */
const goneCodes =
  /^(P1001|P1002|P1008|P1017|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|57P0[123]|ConnectionClosed|SocketTimeout|DatabaseNotReachable)$/
/**
 * The words of pg and Prisma's adapter about connections without a code; and of Node about a socket that is a file, which is not there while the
 * embedded PostgreSQL is down, and takes nobody while too many wait: of other files the same codes say nothing of the database.
 */
const goneTexts =
  /connection terminated|server has closed the connection|can't reach database|client has encountered a connection error|connect (?:ENOENT|EAGAIN)\b/i

/**
 * Why a request failed that may be made again as it is: the database is crowded, its disk is full, it only reads, or it is gone, or too many
 * documents wait to be read; null: otherwise.
 */
export function whyUnavailable(error: unknown): Unavailable | null {
  if (isRefusedByReaders(error)) return { key: 'readersBusy', retryAfterSeconds: '10' }
  if (isCrowded(error)) return { key: 'databaseBusy', retryAfterSeconds: '1' }
  if (isDiskFull(error)) return { key: 'databaseFull', retryAfterSeconds: '60' }
  if (isReadOnly(error)) return { key: 'databaseReadOnly', retryAfterSeconds: '5' }
  return isGone(error) ? { key: 'databaseSilent', retryAfterSeconds: '5' } : null
}

/** Of a pool of threads (`isBusy` of lib/documents/threads/worker-pool.ts). */
function isRefusedByReaders(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'READERS_BUSY'
}

/**
 * Of Prisma (undone for another's sake) and PostgreSQL (undone as it stood in another's way: 40001 serialization failure, 40P01 deadlock; 55P03 a
 * lock was not to be had in time): nothing was stored, and the next time may be better.
 */
const undoneCodes = /^(P2034|40001|40P01|55P03)$/

/** Whether somebody else had in hand what this work needed. The database is there: other work, which needs other rows, goes on. */
export function wasUndone(error: unknown): boolean {
  return error instanceof Error && codesOf(error).some((code) => undoneCodes.test(code))
}

/** Of Prisma (no connection in time, none to be had) and PostgreSQL (53300 too many connections). */
const crowdedCodes = /^(P2024|P2037|53300)$/

/**
 * More is asked at once than the database bears. Of Prisma's P2028 only that no transaction began in time: it says the same code of
 * one that ran too long or was closed, which to try again does not help.
 */
function isCrowded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const codes = codesOf(error)
  return (
    wasUndone(error) ||
    codes.some((code) => crowdedCodes.test(code)) ||
    (codes.includes('P2028') && /unable to start a transaction/i.test(error.message))
  )
}

/** PostgreSQL's Appendix A. */
const diskFull = '53100'

/** The database could not store something for want of room on its disk: nothing of it is stored. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (codesOf(error).includes(diskFull) || isDiskFull(error.cause))
}

/** PostgreSQL's Appendix A: a standby, as long as a proxy takes it for the primary. */
const readOnly = '25006'

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && (codesOf(error).includes(readOnly) || isReadOnly(error.cause))
}

/** The finding of Prisma's adapter: inside of what the client says of a statement, or, of BEGIN and COMMIT, as the error itself. */
type DriverCause = { readonly kind?: unknown; readonly originalCode?: unknown }

/**
 * An error's own code; of Prisma's for what it has no word of its own (P2010, P2039: "the database system is starting up") PostgreSQL's, too,
 * and how the adapter calls it.
 */
function codesOf(error: Error): readonly string[] {
  const { code, meta } = error as Error & {
    readonly code?: unknown
    readonly meta?: { readonly driverAdapterError?: { readonly cause?: DriverCause } }
  }
  const own = error.name === 'DriverAdapterError' ? (error.cause as DriverCause) : undefined
  const cause = meta?.driverAdapterError?.cause ?? own
  return [code, cause?.originalCode, cause?.kind].filter((each) => typeof each === 'string')
}

function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    codesOf(error).some((code) => goneCodes.test(code)) ||
    goneTexts.test(error.message) ||
    isGone(error.cause)
  )
}
