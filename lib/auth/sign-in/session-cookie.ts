import { constantTimeEqual, makeSignature } from 'better-auth/crypto'

/**
 * The session's token in a Cookie header, where its signature is ours: "token.signature", as better-auth writes and checks it. Its own way to
 * find a session asks the database twice, and each request begins with this (`npm run bench -- load`).
 */
export async function readSessionToken(
  cookies: string | null,
  { name, secret }: { readonly name: string; readonly secret: string },
): Promise<string | null> {
  const signed = sessionCookieOf(cookies ?? '', name)
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const token = signed.slice(0, at)
  return constantTimeEqual(signed.slice(at + 1), await makeSignature(token, secret)) ? token : null
}

/** As better-auth reads it: of several of a name the first; '': none, or none that can be decoded. */
export function sessionCookieOf(cookies: string, name: string): string {
  for (const cookie of cookies.split(';')) {
    const at = cookie.indexOf('=')
    if (cookie.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(cookie.slice(at + 1).trim())
    } catch {
      return '' // a percent sign that begins nothing: nobody of ours wrote it
    }
  }
  return ''
}
