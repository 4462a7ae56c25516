import type { ErrorKey } from './errors.ts'

type Unavailable = {
  readonly key: Extract<ErrorKey, 'databaseBusy' | 'databaseSilent'>
  readonly retryAfterSeconds: string
}

/** Of Prisma (not reached, timed out, closed), Node's sockets and PostgreSQL (Appendix A: 08 connection, 57P01-3 stopping and starting). */
const goneCodes =
  /^(P1001|P1002|P1008|P1017|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|57P0[123])$/
/** What pg and Prisma's adapter say of connections without a code. */
const goneTexts =
  /connection terminated|server has closed the connection|can't reach database|client has encountered a connection error/i

/** Why a request failed that may be made again as it is: the database has no room for it just now, or is gone; null: otherwise. */
export function whyUnavailable(error: unknown): Unavailable | null {
  if (isCrowded(error)) return { key: 'databaseBusy', retryAfterSeconds: '1' }
  return isGone(error) ? { key: 'databaseSilent', retryAfterSeconds: '5' } : null
}

/**
 * More asked at once than the database has connections: Prisma's P2024 (no connection) and, of P2028, that no transaction began in
 * time. It says the same code of one that ran too long or was closed, which to try again does not help.
 */
function isCrowded(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return (
    error.code === 'P2024' || (error.code === 'P2028' && /unable to start a transaction/i.test(error.message))
  )
}

function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return goneCodes.test(code) || goneTexts.test(error.message) || isGone(error.cause)
}
