import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readReadingStatistics } from '#lib/store/subscriptions/reading-statistics.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readReadingStatistics(serverDatabase(), subscriber.id, systemClock.now())
})
