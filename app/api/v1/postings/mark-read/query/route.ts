import { readBody, route } from '#lib/api/http/route.ts'
import { markQueryReadRequest } from '#lib/api/lists/search.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { markQueryRead } from '#lib/store/marks/mark-query-read.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { query, throughId, ...place } = await readBody(request, markQueryReadRequest)
  const asked = { ...place, throughId: BigInt(throughId), now: systemClock.now() }
  return markQueryRead(serverDatabase(), subscriber.id, { ...asked, query: readSearchQuery(query, request) })
})
