import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readFreshnessMonth } from '#lib/store/freshness/month-dots.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readFreshnessMonth(serverDatabase(), subscriber.id, systemClock.now())
})
