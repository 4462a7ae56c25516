import { expectedQuery } from '#lib/api/discover.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { expectDelay } from '#lib/store/recommendations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireSubscriber(request)
  return expectDelay(serverDatabase(), readQuery(request, expectedQuery).postingsPerDay)
})
