import { addAnswerHeaders } from '#lib/api/http/answer-headers.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { noteSender } from '#lib/api/http/body-room.ts'
import { noteLanguage } from '#lib/api/http/request-language.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'
import { noteKnown } from '#lib/runtime/known-visits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { findLiveSession, noteSessionUse, type LiveSession } from '#lib/store/accounts/sessions.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { waitForTurn } from './dear-requests.ts'
import { costOf, pageCost } from './request-cost.ts'
import { countRequest, countSessionRequest } from './request-limits.ts'
import { readSessionToken } from '#lib/auth/sign-in/session-cookie.ts'
import { isBanned, toSubscriber, type Subscriber } from '#lib/auth/identity/subscriber.ts'
import { findTokenAccess, noteUseEveryMs, type TokenAccess } from '#lib/auth/identity/tokens.ts'

/** The subscriber of a request, and what their credential may besides. */
export type Access = {
  readonly subscriber: Subscriber
  /** Secrets that outlive their token may be shown. */
  readonly mayWrite: boolean
  /** An admin's credential may do what the admin may. */
  readonly mayAdminister: boolean
}

/**
 * The subscriber of this request: by `Authorization: Bearer <token>` when given, otherwise by the session cookie. Requests are
 * counted, dear ones wait for their turn, and a token must have the scope: what is only asked for takes `read`, all else `write`, unless said otherwise.
 * @throws ApiError not_signed_in when nobody valid does, or a banned account; too_many_requests; scope_missing
 */
export async function requireAccess(
  request: Request,
  scope: Scope = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write',
): Promise<Access> {
  const { headers } = request
  if (!headers.has('authorization')) {
    const subscriber = await findBySession(headers)
    if (subscriber === null) throw new ApiError('not_signed_in', 'signIn')
    noteSender(request, subscriber.id, () => isStill(request, subscriber.id))
    noteLanguage(request, subscriber.language)
    const cost = costOf(request)
    await countSessionRequest(subscriber.id, cost, request)
    if (cost > 1) await waitForTurn(request, subscriber.id)
    return { subscriber, mayWrite: true, mayAdminister: true }
  }
  const access = await findByToken(headers)
  if (access === null) throw new ApiError('not_signed_in', 'badToken')
  noteSender(request, access.subscriber.id, () => isStill(request, access.subscriber.id))
  const cost = costOf(request)
  await countRequest(request, access, cost)
  requireScope(request, access, scope)
  if (cost > 1) await waitForTurn(request, access.subscriber.id)
  const [mayWrite, mayAdminister] = [access.scopes.includes('write'), access.scopes.includes('admin')]
  return { subscriber: access.subscriber, mayWrite, mayAdminister }
}

/** Whether the credential of a request is still that subscriber's. */
async function isStill({ headers }: Request, subscriberId: string): Promise<boolean> {
  const found = headers.has('authorization')
    ? (await findByToken(headers))?.subscriber
    : await findBySession(headers)
  return found?.id === subscriberId
}

/** The subscriber of requireAccess, for all that shows no secrets. */
export async function requireSubscriber(request: Request, scope?: Scope): Promise<Subscriber> {
  return (await requireAccess(request, scope)).subscriber
}

/** RFC 6750, 3.1. @throws ApiError scope_missing */
function requireScope(request: Request, access: TokenAccess, scope: Scope): void {
  if (access.scopes.includes(scope)) return
  addAnswerHeaders(request, {
    'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
  })
  throw new ApiError('scope_missing', 'scopeMissing', { values: { scope } })
}

/**
 * The subscriber of requireAccess, for what shows admins more than others: an admin's token without that scope sees what a
 * subscriber does.
 */
export async function requireViewer(request: Request, scope?: Scope): Promise<Subscriber> {
  const { subscriber, mayAdminister } = await requireAccess(request, scope)
  return mayAdminister ? subscriber : { ...subscriber, role: 'subscriber' }
}

/** Like requireSubscriber. @throws ApiError forbidden when the account is no admin */
export async function requireAdmin(request: Request): Promise<Subscriber> {
  const subscriber = await requireSubscriber(request, 'admin')
  if (subscriber.role !== 'admin') throw new ApiError('forbidden', 'adminOnly')
  return subscriber
}

/**
 * Counts a request to better-auth, which asks nobody of ours whose session it is; that this is a use of the session is not known yet, as another
 * site may have made it. @throws ApiError too_many_requests
 */
export async function countBySession(headers: Headers): Promise<void> {
  const session = await findSession(headers, new Date())
  if (session !== null) await countSessionRequest(session.id)
}

/**
 * For pages: who looks at it in a session of a browser, or null; counted as `findSubscriber` is not. Tokens open no page: pages ask for no scope, and
 * show what an account may see at most. @throws ApiError too_many_requests
 */
export async function findReader(headers: Headers): Promise<Subscriber | null> {
  const subscriber = headers.has('authorization') ? null : await findBySession(headers)
  if (subscriber !== null) await countSessionRequest(subscriber.id, pageCost)
  return subscriber
}

/** The subscriber who is asking, or null. A token that is sent but wrong, or may not read, is not made good by a cookie. */
export async function findSubscriber(headers: Headers): Promise<Subscriber | null> {
  if (!headers.has('authorization')) return findBySession(headers)
  const access = await findByToken(headers)
  return access?.scopes.includes('read') === true ? access.subscriber : null
}

function tokenOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}

async function findByToken(headers: Headers): Promise<TokenAccess | null> {
  const token = tokenOf(headers)
  return token === undefined ? null : findTokenAccess(serverDatabase(), token)
}

async function findBySession(headers: Headers): Promise<Subscriber | null> {
  const now = new Date()
  const session = await findSession(headers, now)
  if (session === null) return null
  await noteUse(session, headers, now)
  return toSubscriber(session)
}

/** Whether a request for a page names a session with our signature: what it is worth only the database knows. */
export async function showsSession(headers: Headers): Promise<boolean> {
  return !headers.has('authorization') && (await sessionTokenOf(headers)) !== null
}

async function sessionTokenOf(headers: Headers): Promise<string | null> {
  const cookies = headers.get('cookie')
  if (cookies === null) return null
  const { secret, authCookies } = await serverAuth().$context
  // Renewing the cookie is left to the browser's own get-session: this answer brings none.
  return readSessionToken(cookies, { name: authCookies.sessionToken.name, secret })
}

async function findSession(headers: Headers, now: Date): Promise<LiveSession | null> {
  const token = await sessionTokenOf(headers)
  const session = token === null ? null : await findOpenSession(token, now)
  if (session !== null) noteKnown(session.id)
  return session
}

async function findOpenSession(token: string, now: Date): Promise<LiveSession | null> {
  const session = await findLiveSession(serverDatabase(), token, now)
  return session === null || isBanned(session, now) ? null : session
}

/** Whether a session lasts that a cookie with our signature names; who it is, and what they may, is asked elsewhere. */
export async function isLiveSession(token: string): Promise<boolean> {
  return (await findOpenSession(token, new Date())) !== null
}

async function noteUse({ sessionId, lastUsedAt }: LiveSession, headers: Headers, now: Date): Promise<void> {
  const unlessSince = new Date(now.getTime() - noteUseEveryMs)
  if (lastUsedAt !== null && lastUsedAt > unlessSince) return
  await noteSessionUse(serverDatabase(), sessionId, { address: clientAddress(headers), now, unlessSince })
}
