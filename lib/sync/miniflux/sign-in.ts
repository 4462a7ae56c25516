import { ApiError } from '#lib/api/http/errors.ts'
import { findAppBySecret, noteApp, signInApp, type AppAccess } from '#lib/auth/requests/app-passwords.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { countWrongSignIn, refuseGuessing } from '#lib/sync/greader/client-login.ts'
import type { SyncDoors } from '#lib/sync/doors.ts'
import { refusal } from '#lib/sync/sync-answer.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Wrong tokens from one address, as wrong keys of Fever: an app password has 118 bits, a token more. */
const wrongTokens = { max: 60, windowMs: 60_000 } as const

/**
 * The caller: by `X-Auth-Token` with an app password or a program's token, else by HTTP Basic with e-mail or name and an app password. The
 * account's own password opens nothing here, nor does a session's cookie. Known before a body is read.
 * @throws SyncRefusal 401, or 429 after too many wrong ones; ApiError scope_missing
 */
export async function signInMiniflux(
  request: Request,
  scope: 'read' | 'write',
  doors: SyncDoors,
): Promise<AppAccess> {
  const token = (request.headers.get('x-auth-token') ?? '').trim()
  const access =
    token === '' ? await signInByBasic(request, doors) : await signInByToken(request, token, doors)
  if (!access.token.scopes.includes(scope))
    throw new ApiError('scope_missing', 'scopeMissing', { values: { scope } })
  noteApp(doors.database(), request, access)
  return access
}

async function signInByToken(request: Request, token: string, doors: SyncDoors): Promise<AppAccess> {
  const access = await findAppBySecret(doors.database(), token, new Date(doors.now()))
  if (access !== null) return access
  const key = `miniflux address ${addressGroup(request.headers)}`
  await refuseGuessing(doors.database(), key, wrongTokens)
  throw unauthorised(request)
}

async function signInByBasic(request: Request, doors: SyncDoors): Promise<AppAccess> {
  const [login, password] = basicOf(request.headers.get('authorization') ?? '')
  if (login === '' || password === '') throw unauthorised(request)
  const access = await signInApp(doors.database(), login, password, new Date(doors.now()))
  if (access !== null) return access
  await countWrongSignIn(doors.database(), request, login, password)
  throw unauthorised(request)
}

/** Login and password (RFC 7617); empty where there are none. */
function basicOf(header: string): readonly [string, string] {
  const [, encoded = ''] = /^Basic +([\w+/=-]+) *$/i.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * Programs are asked for a password as RFC 9110 wants. Browsers are not: one would ask its user, keep what was typed, and send it with
 * whatever another site has it ask here. By http, where no browser says whose request it is, one that opens a page
 * is known by wanting it. Scripts and what is fetched for another site accept anything, as programs do: they are asked.
 */
function unauthorised(request: Request) {
  const wantsPage = request.headers.get('accept')?.includes('text/html') === true
  const isBrowser = wantsPage || request.headers.has('sec-fetch-site') || request.headers.has('origin')
  const text = wordsOf(languageOfRequest(request.headers), 'errors')('appPasswordNeeded')
  return refusal(401, text, isBrowser ? {} : { 'www-authenticate': 'Basic realm="Skylark", charset="UTF-8"' })
}
