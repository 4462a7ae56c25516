import { hitsSeenRequest } from '#lib/api/alert-lists.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { markHitsSeen } from '#lib/store/alert-hits.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { throughId } = await readBody(request, hitsSeenRequest)
  await markHitsSeen(serverDatabase(), subscriber.id, BigInt(throughId), systemClock.now())
})
