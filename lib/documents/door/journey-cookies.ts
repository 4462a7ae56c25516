import { parseDate } from '#lib/documents/dates/parse-date.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** A cookie of one host (RFC 6265), as long as one chain of redirects lasts. */
export type Cookie = {
  readonly host: string
  readonly name: string
  readonly value: string
  readonly path: string
  readonly isSecure: boolean
}

/**
 * The cookies that a journey begins with. YouTube sends visitors from Europe to consent.youtube.com in place of a channel's page, unless this cookie says
 * that they were asked. It names nobody, and each visitor gets the same.
 */
export const firstCookies: readonly Cookie[] = ['www.youtube.com', 'youtube.com', 'm.youtube.com'].map(
  (host) => ({ host, name: 'SOCS', value: 'CAI', path: '/', isSecure: false }),
)

const mostCookies = 50
const longestCookie = 4_096

/**
 * The cookies with those that an answer sets; only for the very host that sets them, the latest of a name and path. One that has ended by
 * then is taken back.
 */
export function withCookies(
  cookies: readonly Cookie[],
  headers: ResponseHeaders,
  address: string,
  now: number,
): Cookie[] {
  const { hostname: host, protocol, pathname } = new URL(address)
  let kept = [...cookies]
  for (const written of [headers['set-cookie'] ?? []].flat().slice(0, mostCookies)) {
    const [pair = '', ...attributes] = written.slice(0, longestCookie).split(';')
    const mark = pair.indexOf('=')
    const name = pair.slice(0, mark).trim()
    const value = pair.slice(mark + 1).trim()
    if (mark < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\x20-\x7E\x80-\xFF]/.test(value)) continue
    const said = new Map(
      attributes.map((attribute) => {
        const [key = '', held = ''] = attribute.split('=', 2)
        return [key.trim().toLowerCase(), held.trim().replace(/^"(.*)"$/, '$1')]
      }),
    )
    const given = said.get('path') ?? ''
    const path = given.startsWith('/') ? given : pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
    kept = kept.filter((one) => one.host !== host || one.name !== name || one.path !== path)
    const isSecure = said.has('secure')
    if (hasEnded(said, now) || (isSecure && protocol !== 'https:')) continue
    kept.push({ host, name, value, path, isSecure })
  }
  return kept.slice(-mostCookies)
}

/** Max-Age wins over Expires, which old servers write as "Thu, 01-Jan-1970 00:00:00 GMT". */
function hasEnded(said: ReadonlyMap<string, string>, now: number): boolean {
  const age = said.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  const expiresAt = parseDate(said.get('expires'))
  return expiresAt !== null && expiresAt <= now
}

/** The header for a request to this address; null: it gets none. */
export function cookieHeader(cookies: readonly Cookie[], address: string): string | null {
  const url = URL.parse(address)
  if (cookies.length === 0 || url === null) return null
  const { hostname, pathname, protocol } = url
  const fitting = cookies.filter(
    ({ host, path, isSecure }) =>
      host === hostname &&
      (!isSecure || protocol === 'https:') &&
      (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
  )
  return fitting.length === 0 ? null : fitting.map(({ name, value }) => `${name}=${value}`).join('; ')
}
