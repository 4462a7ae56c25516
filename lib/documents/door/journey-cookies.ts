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

/** The cookies with those that an answer sets; only for the very host that sets them, the latest of a name and path. */
export function withCookies(cookies: readonly Cookie[], headers: ResponseHeaders, address: string): Cookie[] {
  const { hostname: host, protocol } = new URL(address)
  let kept = [...cookies]
  for (const written of [headers['set-cookie'] ?? []].flat().slice(0, mostCookies)) {
    const [pair = '', ...attributes] = written.slice(0, longestCookie).split(';')
    const mark = pair.indexOf('=')
    const name = pair.slice(0, mark).trim()
    if (mark < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\x21-\x7E]/.test(pair.slice(mark + 1).trim()))
      continue
    const said = new Map(
      attributes.map((attribute) => {
        const [key = '', value = ''] = attribute.split('=', 2)
        return [key.trim().toLowerCase(), value.trim()]
      }),
    )
    const path = said.get('path')?.startsWith('/') === true ? (said.get('path') ?? '/') : '/'
    kept = kept.filter((one) => one.host !== host || one.name !== name || one.path !== path)
    const isSecure = said.has('secure')
    if (Number(said.get('max-age') ?? 1) <= 0 || (isSecure && protocol !== 'https:')) continue
    kept.push({ host, name, value: pair.slice(mark + 1).trim(), path, isSecure })
  }
  return kept.slice(-mostCookies)
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
