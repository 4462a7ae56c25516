import { answerFeed } from '#lib/handlers/outputs/answer-feed.ts'
import { answerOpml } from '#lib/handlers/outputs/answer-opml.ts'
import { discreet, plainAnswer } from '#lib/handlers/outputs/plain-answer.ts'
import { addAnswerHeaders } from '#lib/api/http/answer-headers.ts'
import { route } from '#lib/api/http/route.ts'
import { waitForFeedTurn } from '#lib/auth/requests/dear-requests.ts'
import { searchCost } from '#lib/auth/requests/request-cost.ts'
import { countFeedRequest } from '#lib/auth/requests/request-limits.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { FeedFormat } from '#lib/documents/write/output-document.ts'
import { countAttempt } from '#lib/store/accounts/attempts.ts'
import { findFeedBySecret } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'

/** A reader asks for each of somebody's feeds every few minutes; a household or an office has one address. */
const mostReads = { max: 300, windowMs: MINUTE_MS } as const
/** Of those that are none: nobody finds a secret of 160 bits, but each costs a look-up. */
const mostMisses = { max: 60, windowMs: MINUTE_MS } as const

/**
 * An output feed at its secret address: /out/SECRET.atom, .rss, .json or .opml. Whoever knows the address reads it, without
 * signing in. All who read the feeds of an account share its limits. 200, 304, or 226 (RFC 3229) for `A-IM: feed`; 404: there is no
 * such feed (any more); 429: too many requests.
 */
export const GET = route(async (request, context) => {
  const now = systemClock.now()
  const [, secret, ending] =
    /^([\w-]{20,60})\.(atom|rss|json|opml)$/.exec((await context.params)['file'] ?? '') ?? []
  const group = addressGroup(request.headers)
  if (!(await countAttempt(serverDatabase(), `out|${group}`, mostReads, now))) return comeBackLater()
  const known = secret === undefined ? null : await findFeedBySecret(serverDatabase(), secret)
  if (known === null || secret === undefined) {
    const isFew = await countAttempt(serverDatabase(), `out-miss|${group}`, mostMisses, now)
    return isFew ? plainAnswer(404) : comeBackLater()
  }
  addAnswerHeaders(request, discreet) // also with a refusal
  const isOpml = ending === 'opml'
  await countFeedRequest(known.subscriberId, isOpml ? searchCost : 1, isOpml ? request : undefined)
  await waitForFeedTurn(request, known.subscriberId)
  const feed = await findFeedBySecret(serverDatabase(), secret) // its address may have ended while it waited
  if (feed === null) return plainAnswer(404)
  if (isOpml) return answerOpml(request, feed, now)
  return answerFeed(request, feed, { secret, format: ending as FeedFormat, now }) // by the pattern above
})

/** As GET, without the body, which the server leaves out. */
export const HEAD = GET

function comeBackLater(): Response {
  return plainAnswer(429, { 'retry-after': '60' })
}
