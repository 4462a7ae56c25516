import { planAround } from '#lib/planning/plan-after-ties.ts'
import { digestEnd } from '#lib/api/outputs/digests.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { digestOfToken } from '#lib/store/digests/digest-token.ts'
import { endDigest, findDigestOwner } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

const limit = { max: 60, windowMs: 60_000, text: 'tooManyOfThese' } as const

/**
 * Ends a digest by the token of its mails, without signing in (RFC 8058: mail programs post `List-Unsubscribe=One-Click`).
 * Answer: { name }; 404: the token is wrong, or the digest was deleted.
 */
export const POST = route(async (request) => {
  const attempt = `digest-end|${addressGroup(request.headers)}`
  await limitAttempts(serverDatabase(), attempt, limit, systemClock.now())
  const digestId = digestOfToken(readQuery(request, digestEnd).token)
  const subscriberId = digestId === null ? null : await findDigestOwner(serverDatabase(), digestId)
  const ended =
    digestId === null || subscriberId === null
      ? null
      : await planAround(serverDatabase(), subscriberId, () => endDigest(serverDatabase(), digestId))
  if (ended === null) throw new ApiError('not_found', 'digestGone')
  return ended
})

/** For mail programs that open the address: a page with a button, as programs that look at links must not end anything. */
export const GET = route(async (request) => {
  const { token } = readQuery(request, digestEnd)
  return Response.redirect(`${config().publicUrl}/end-digest#${encodeURIComponent(token)}`, 303)
})
