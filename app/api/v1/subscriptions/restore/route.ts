import { planAround } from '#lib/aggregator/plan-around.ts'
import { subscriptionsRequest } from '#lib/api/organising.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { restoreSubscriptions } from '#lib/store/unsubscribe.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids } = await readBody(request, subscriptionsRequest)
  const restored = await planAround(serverDatabase(), subscriber.id, () =>
    restoreSubscriptions(serverDatabase(), subscriber.id, ids, systemClock.now()),
  )
  return { restored }
})
