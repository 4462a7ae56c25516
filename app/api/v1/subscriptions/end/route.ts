import { planAround } from '#lib/planning/plan-after-ties.ts'
import { subscriptionsRequest } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { waitForTurnOf } from '#lib/auth/requests/dear-requests.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids } = await readBody(request, subscriptionsRequest)
  await waitForTurnOf(request, subscriber.id, ids.length)
  const ended = await planAround(serverDatabase(), subscriber.id, () =>
    unsubscribe(serverDatabase(), subscriber.id, ids, systemClock.now()),
  )
  return { ended }
})
