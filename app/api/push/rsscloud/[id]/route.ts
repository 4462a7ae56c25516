import { acceptPing, answerCloudChallenge, takeCall } from '#lib/polling/websub-callback.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { route, type RouteContext } from '#lib/api/http/route.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { challengeAnswer, comeBackLater, textAnswer } from '#lib/handlers/websub/websub-answers.ts'

/** An address in a form. */
const largestPing = 20_000

/** A cloud asks whether we meant our request. */
export const GET = route(async (request, context: RouteContext) => {
  const push = await takeCall(
    serverDatabase(),
    'rsscloud',
    (await context.params)['id'] ?? '',
    systemClock.now(),
  )
  if (push === 'busy') return comeBackLater()
  if (push === null) return textAnswer(404)
  return challengeAnswer(answerCloudChallenge(push, new URL(request.url).searchParams))
})

/** A cloud says that a feed has changed. */
export const POST = route(async (request, context: RouteContext) => {
  const now = systemClock.now()
  const push = await takeCall(serverDatabase(), 'rsscloud', (await context.params)['id'] ?? '', now)
  if (push === 'busy') return comeBackLater()
  if (push === null) return textAnswer(410)
  const form = new URLSearchParams((await readBytes(request, largestPing)).toString('utf8'))
  return (await acceptPing(serverDatabase(), push, form, now)) ? textAnswer(200) : textAnswer(404)
})
