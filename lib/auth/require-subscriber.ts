import { ApiError } from '#lib/api/errors.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { noteSessionUse } from '#lib/store/sessions.ts'
import { serverAuth } from './auth.ts'
import { clientAddress } from './client-address.ts'
import { isBanned, toSubscriber, type Subscriber } from './subscriber.ts'
import { findTokenOwner } from './tokens.ts'

/**
 * Who makes this request: by `Authorization: Bearer <token>` when given, otherwise by the session cookie.
 * @throws ApiError not_signed_in when nobody valid does, or a banned account
 */
export async function requireSubscriber(request: Request): Promise<Subscriber> {
  const subscriber = await findSubscriber(request.headers)
  if (subscriber !== null) return subscriber
  const message = request.headers.has('authorization') ? 'badToken' : 'signIn'
  throw new ApiError('not_signed_in', message)
}

/** Like requireSubscriber. @throws ApiError forbidden when the account is no admin */
export async function requireAdmin(request: Request): Promise<Subscriber> {
  const subscriber = await requireSubscriber(request)
  if (subscriber.role !== 'admin') throw new ApiError('forbidden', 'adminOnly')
  return subscriber
}

/** For pages: who is asking, or null. A token that is sent but wrong is not made good by a cookie. */
export async function findSubscriber(headers: Headers): Promise<Subscriber | null> {
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    return token === undefined ? null : findTokenOwner(serverDatabase(), token)
  }
  if (!headers.has('cookie')) return null
  // The answer of this call reaches no browser, so renewing the cookie is left to the browser's own get-session.
  const session = await serverAuth().api.getSession({ headers, query: { disableRefresh: true } })
  if (session === null) return null
  const { user } = session
  const banExpires = user.banExpires ?? null
  if (isBanned({ banned: user.banned === true, banExpires }, new Date())) return null
  await noteUse(session.session, headers)
  return toSubscriber({ ...user, role: user.role ?? 'subscriber' })
}

const noteUseEveryMs = 60_000

async function noteUse(
  session: { readonly id: string; readonly lastUsedAt?: Date | null | undefined },
  headers: Headers,
): Promise<void> {
  const now = new Date()
  const unlessSince = new Date(now.getTime() - noteUseEveryMs)
  if (session.lastUsedAt && session.lastUsedAt > unlessSince) return
  await noteSessionUse(serverDatabase(), session.id, { address: clientAddress(headers), now, unlessSince })
}
