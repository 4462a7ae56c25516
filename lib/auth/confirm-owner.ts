import { ApiError } from '#lib/api/errors.ts'
import { findPasswordHash } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { serverAuth } from './auth.ts'
import { confirmPassword } from './confirm-password.ts'
import { requireSession } from './require-session.ts'
import type { Subscriber } from './subscriber.ts'

/** A session this young needs no password: its owner has just shown who they are. */
const recentMs = 10 * 60_000

/**
 * Who makes this request, for what cannot be taken back: a session of a browser, and the password, or a sign-in of the
 * last ten minutes where the account has none or none is given. A token is never enough.
 * @throws ApiError not_signed_in, forbidden (at `password` where it is wrong or missing), too_many_requests
 */
export async function confirmOwner(request: Request, password: string | null): Promise<Subscriber> {
  const { subscriber } = await requireSession(request)
  const hasPassword = (await findPasswordHash(serverDatabase(), subscriber.id)) !== null
  if (password !== null && hasPassword) await confirmPassword(serverDatabase(), subscriber, password)
  else if (!(await isRecent(request)))
    throw new ApiError('forbidden', 'passwordNeeded', { field: 'password' })
  return subscriber
}

async function isRecent(request: Request): Promise<boolean> {
  const found = await serverAuth().api.getSession({
    headers: request.headers,
    query: { disableRefresh: true },
  })
  return found !== null && Date.now() - found.session.createdAt.getTime() < recentMs
}
