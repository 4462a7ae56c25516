import { freshCountQuery } from '#lib/api/lists/counts.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readFreshCount } from '#lib/store/freshness/day-numbers.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { minutes } = readQuery(request, freshCountQuery)
  return readFreshCount(serverDatabase(), subscriber.id, minutes, systemClock.now())
})
