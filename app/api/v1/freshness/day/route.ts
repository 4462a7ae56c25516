import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readFreshnessDay } from '#lib/store/subscriber-freshness.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readFreshnessDay(serverDatabase(), subscriber.id, systemClock.now())
})
