import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A header as sent; several of one name are joined as RFC 9110 5.2 has it. Null when there is none. */
export function headerOf(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(', ') : value
  return text === undefined || text === '' ? null : text
}

/** A server that asks for more than a year made a mistake. */
const longestPauseMs = 365 * DAY_MS
/** Of the year 9999: what is later has no place in a database. */
const lastInstant = Date.UTC(9999, 11, 31)

/**
 * The server's clock when it answered: its Date, and what a cache on the way says has passed since (RFC 9111 5.1), for
 * caches pass on the Date of the answer they keep.
 * @returns null when there is no Date or it is none
 */
export function serverTimeOf(headers: ResponseHeaders): number | null {
  const dated = parseDate(headerOf(headers, 'date'))
  const age = headerOf(headers, 'age')?.trim() ?? ''
  return dated === null
    ? null
    : Math.min(dated + (/^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0), lastInstant)
}

/**
 * The end of the pause a server asks for (RFC 9110 10.2.3): seconds from now, or a date, a year at most. A date is taken relative to
 * the server's own clock when it sent one, so that a wrong clock there does no harm.
 * @returns null when there is no header or it makes no sense
 */
export function retryAtOf(headers: ResponseHeaders, serverAt: number | null, now: number): number | null {
  const value = headerOf(headers, 'retry-after')?.trim() ?? ''
  // A proxy may have sent it twice.
  const seconds = /^(\d{1,9}(?:\.\d+)?)(?:\s*,\s*\1)*$/.exec(value)?.[1]
  const latest = now + longestPauseMs
  if (seconds !== undefined) return Math.min(latest, Math.ceil(now + Number(seconds) * 1000))
  const at = parseDate(value)
  // By the wrong clock of a server a date may lie before all that a database has a word for.
  return at === null ? null : Math.max(0, Math.min(latest, serverAt === null ? at : at - serverAt + now))
}

/** So far a server's clock may be behind the one that dated its document. */
const mostAheadMs = DAY_MS

/** The validators byte for byte. One that no request can carry would fail every poll, and a date to come would be "not modified" until then. */
export function validatorsOf(headers: ResponseHeaders, now: number) {
  const sendable = (value: string | null | undefined) =>
    value === undefined || value === null || value === '' || /[^\t\x20-\x7E\x80-\xFF]/.test(value)
      ? null
      : value
  const lastModified = sendable([headers['last-modified'] ?? []].flat()[0])
  const isToCome = (parseDate(lastModified) ?? 0) > now + mostAheadMs
  return { etag: sendable(headerOf(headers, 'etag')), lastModified: isToCome ? null : lastModified }
}

/** Cache-Control: max-age and Expires; an Expires that is no date ("0") means already stale (RFC 9111 5.3). */
export function cacheHintsOf(headers: ResponseHeaders): CacheHints {
  const control = headerOf(headers, 'cache-control') ?? ''
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1]
  const isUncacheable = /no-store|no-cache/i.test(control)
  const expires = headerOf(headers, 'expires')
  return {
    maxAgeMs: seconds === undefined || isUncacheable ? null : Number(seconds) * 1000,
    expiresAt: expires === null ? null : parseDate(expires),
  }
}

/** The time for which the server thinks its answer stays good (RFC 9111); max-age wins over Expires. */
export type CacheHints = { readonly maxAgeMs: number | null; readonly expiresAt: number | null }
