import { noChannel } from '#lib/handlers/alerts/refuse-alert.ts'
import { id } from '#lib/api/http/parameters.ts'
import { answer, readParam, route } from '#lib/api/http/route.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { testChannel } from '#lib/store/alerts/alert-channels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Tests are held up by no quiet hours and no limit but this one. */
const limit = { max: 20, windowMs: HOUR_MS, text: 'manyTests' } as const

/** Answers 202 at once; the log has what became of it. */
export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const channelId = await readParam(context, 'id', id)
  const now = systemClock.now()
  await limitAttempts(serverDatabase(), `alert-test|${subscriber.id}`, limit, now)
  const isThere = await openWay(subscriber, async (database) =>
    testChannel(database, subscriber.id, channelId, now),
  )
  if (!isThere) throw noChannel()
  return answer(202, {})
})
