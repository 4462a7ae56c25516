import { getDomain } from 'tldts'
import { withoutTracking } from '#lib/documents/html/clean-address.ts'

/**
 * Makes of what a person typed the address that a source is known by: scheme added, `feed:` taken off, host in lower
 * case and punycode, default port, fragment and trailing dot of the host removed. Path and query stay as typed, for
 * servers may tell them apart. Idempotent.
 * @returns null when that is no http or https address with a host, or when it holds a password
 */
export function normaliseSourceUrl(input: string): string | null {
  let text = input
    .trim()
    .replace(/[\r\n\t]/g, '')
    .replace(/^<(.*)>$/, '$1')
  text = text
    .replace(/^(feed|podcast|pcast|itpc|rss):(\/\/)?(?=https?:)/i, '')
    .replace(/^(feed|podcast|pcast|itpc|rss):(\/\/)?/i, 'http://')
  if (text.startsWith('//')) text = `https:${text}`
  text = text.replace(/^(https?):\/*(?=[^/])/i, '$1://')
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    if (/^(javascript|data|mailto|file|about|blob|ftp|urn|tel):/i.test(text)) return null
    text = `https://${text}`
  }
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '') // looking back: each row of dots is tried once
  if (url.hostname === '' || !isPlausibleHost(url.hostname)) return null
  url.hash = ''
  return url.href.length > longestAddress ? null : url.href
}

/**
 * Of letters that repeat nothing an index of PostgreSQL holds 2,704, and a longer address would have failed with all of its list. An account
 * has 50,000 sources, whose addresses stand in one answer.
 */
const longestAddress = 2_500

/** An address, a name with a dot, or localhost; "hello" and "not a url" are slips. */
function isPlausibleHost(hostname: string): boolean {
  return hostname.startsWith('[') || hostname === 'localhost' || /^[^\s%]+\.[^\s%.]+$/.test(hostname)
}

/**
 * Whose patience a request to this address uses: the registrable domain ("blog.example.co.uk" is "example.co.uk"),
 * else the IP address or host name. Under shared suffixes such as github.io every site counts for itself.
 * @throws TypeError when `address` is not an absolute URL
 */
export function hostOf(address: string): string {
  const { hostname } = new URL(address)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname.replace(/^\[|\]$/g, '')
}

/**
 * An address whose host may be one. Names have 253 letters at most (RFC 1035, 2.3.4). An id of a posting may be of any length, and to write 2,000
 * Chinese signs as such a name takes 9 ms: a document has room for 1,700 of them.
 */
const webAddress = /^https?:\/\/[/\\]*[^/?#\\]{0,300}(?:[/?#\\]|$)/i

/**
 * An address for comparison only: without scheme, tracking parameters, fragment marks and trailing slash of the bare
 * host. Texts that are no web address come back trimmed.
 */
export function comparableUrl(address: string): string {
  const trimmed = address.trim()
  if (!webAddress.test(trimmed)) return trimmed
  const url = URL.parse(withoutTracking(trimmed))
  if (url === null) return trimmed
  return `//${url.host}${url.pathname}${url.search}${url.hash}`
}
