/**
 * The paths of better-auth that are open, by their very addresses: all else of it answers 404, whatever a version of it adds. Its own list of
 * paths to close was gone round by double slashes (GHSA-x732-6j76-qmhm), as were its limits, which go by the path. The own API
 * does what is left out here (sessions), or nobody does (social accounts, links of mails that redirect).
 */
const open: ReadonlySet<string> = new Set([
  'GET /get-session',
  'POST /sign-in/email',
  'POST /sign-up/email',
  'POST /sign-out',
  'POST /update-user',
  'POST /change-password',
  'POST /second-step',
  'POST /passkey/options',
  'POST /passkey/sign-in',
])

export const authRoot = '/api/auth'

export function isOpenAuthPath(method: string, url: string): boolean {
  const { pathname } = new URL(url)
  return pathname.startsWith(`${authRoot}/`) && open.has(`${method} ${pathname.slice(authRoot.length)}`)
}
