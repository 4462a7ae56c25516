import { readQuery, route } from '#lib/api/http/route.ts'
import { countQuery } from '#lib/api/lists/search.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { countHits } from '#lib/store/lists/search.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'

/** Counting beyond this many tells a reader nothing more. */
const mostCounted = 1000

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { query, ...filter } = readQuery(request, countQuery)
  const asked = { subscriberId: subscriber.id, filter, limit: mostCounted, now: systemClock.now() }
  return countHits(serverDatabase(), { ...asked, query: readSearchQuery(query, request) })
})
