import { acceptDelivery, answerIntent, takeCall } from '#lib/polling/websub-callback.ts'
import { noteSender } from '#lib/api/http/body-room.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { route, type RouteContext } from '#lib/api/http/route.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { challengeAnswer, comeBackLater, textAnswer } from '#lib/handlers/websub/websub-answers.ts'

/** A hub sends a feed, or the new part of one. Its address is the credential: only the hub was told the secret in it. */
const largestDelivery = 5_000_000

/** A hub asks whether we meant our request, or denies it. */
export const GET = route(async (request, context: RouteContext) => {
  const now = systemClock.now()
  const push = await takeCall(serverDatabase(), 'websub', (await context.params)['id'] ?? '', now)
  if (push === 'busy') return comeBackLater()
  if (push === null) return textAnswer(404)
  return challengeAnswer(await answerIntent(serverDatabase(), push, new URL(request.url).searchParams, now))
})

/** A hub delivers. */
export const POST = route(async (request, context: RouteContext) => {
  const receivedAt = systemClock.now()
  const push = await takeCall(serverDatabase(), 'websub', (await context.params)['id'] ?? '', receivedAt)
  if (push === 'busy') return comeBackLater()
  if (push === null) return textAnswer(410)
  noteSender(request, `push ${push.id}`)
  const taken = await acceptDelivery(serverDatabase(), push, {
    body: await readBytes(request, largestDelivery),
    contentType: request.headers.get('content-type'),
    signature: request.headers.get('x-hub-signature'),
    receivedAt,
  })
  return taken === 'busy' ? comeBackLater() : textAnswer(202)
})
