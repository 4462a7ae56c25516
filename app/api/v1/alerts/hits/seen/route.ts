import { hitsSeenRequest } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { markHitsSeen } from '#lib/store/alerts/alert-hits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { throughId } = await readBody(request, hitsSeenRequest)
  await markHitsSeen(serverDatabase(), subscriber.id, BigInt(throughId), systemClock.now())
})
