import { freshCountQuery } from '#lib/api/counts.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readFreshCount } from '#lib/store/day-numbers.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { minutes } = readQuery(request, freshCountQuery)
  return readFreshCount(serverDatabase(), subscriber.id, minutes, systemClock.now())
})
