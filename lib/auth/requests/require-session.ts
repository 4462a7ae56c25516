import { noteSender } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { countSessionRequest } from './request-limits.ts'
import { findSubscriber } from './require-subscriber.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'

/**
 * The account that makes this request, in which session of a browser. For what decides how one signs in: a token that leaked must not
 * be able to make itself at home. @throws ApiError forbidden for a token, not_signed_in without a session
 */
export async function requireSession(
  request: Request,
): Promise<{ readonly subscriber: Subscriber; readonly sessionId: string }> {
  if (request.headers.has('authorization')) throw new ApiError('forbidden', 'tokenCannot')
  const subscriber = await findSubscriber(request.headers)
  if (subscriber !== null) await countSessionRequest(subscriber.id, 1, request)
  const session =
    subscriber === null
      ? null
      : await serverAuth().api.getSession({ headers: request.headers, query: { disableRefresh: true } })
  if (subscriber === null || session === null) throw new ApiError('not_signed_in', 'signInFirst')
  noteSender(
    request,
    subscriber.id,
    async () => (await findSubscriber(request.headers))?.id === subscriber.id,
  )
  return { subscriber, sessionId: session.session.id }
}

/** Like requireSession, of an admin. @throws ApiError forbidden when the account is no admin */
export async function requireAdminSession(request: Request) {
  const found = await requireSession(request)
  if (found.subscriber.role !== 'admin') throw new ApiError('forbidden', 'adminOnly')
  return found
}
