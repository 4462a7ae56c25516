import { expectedQuery } from '#lib/api/sources/discover.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { expectDelay } from '#lib/store/discover/recommendations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireSubscriber(request)
  return expectDelay(serverDatabase(), readQuery(request, expectedQuery).postingsPerDay)
})
