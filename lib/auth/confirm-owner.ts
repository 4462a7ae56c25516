import { ApiError } from '#lib/api/errors.ts'
import { findPasswordHash } from '#lib/store/accounts.ts'
import { clearAttempts, countAttempt } from '#lib/store/attempts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { serverAuth } from './auth.ts'
import { requireSubscriber } from './require-subscriber.ts'
import type { Subscriber } from './subscriber.ts'

/** A session this young needs no password: its owner has just shown who they are. */
const recentMs = 10 * 60_000
const attempts = { max: 10, windowMs: 60_000 } as const

/**
 * Who makes this request, for what cannot be taken back: a session of a browser, and the password, or a sign-in of the
 * last ten minutes where the account has none or none is given. A token is never enough.
 * @throws ApiError not_signed_in, forbidden (at `password` where it is wrong or missing), too_many_requests
 */
export async function confirmOwner(request: Request, password: string | null): Promise<Subscriber> {
  const subscriber = await requireSubscriber(request)
  if (request.headers.has('authorization')) throw new ApiError('forbidden', 'tokenNotEnough')
  if (password !== null) await checkPassword(subscriber, password)
  else if (!(await isRecent(request)))
    throw new ApiError('forbidden', 'passwordNeeded', { field: 'password' })
  return subscriber
}

async function checkPassword({ id }: Subscriber, password: string): Promise<void> {
  const key = `confirm:${id}`
  if (!(await countAttempt(serverDatabase(), key, attempts, Date.now())))
    throw new ApiError('too_many_requests', 'tooManyAttempts')
  const hash = await findPasswordHash(serverDatabase(), id)
  const { password: hasher } = await serverAuth().$context
  if (hash === null || !(await hasher.verify({ hash, password })))
    throw new ApiError('forbidden', 'passwordWrong', { field: 'password' })
  await clearAttempts(serverDatabase(), key)
}

async function isRecent(request: Request): Promise<boolean> {
  const found = await serverAuth().api.getSession({
    headers: request.headers,
    query: { disableRefresh: true },
  })
  return found !== null && Date.now() - found.session.createdAt.getTime() < recentMs
}
