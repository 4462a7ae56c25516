import { readBody, route } from '#lib/api/route.ts'
import { markQueryReadRequest } from '#lib/api/search.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { markQueryRead } from '#lib/store/mark-query-read.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readSearchQuery } from '#app/api/v1/postings/read-search-query.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { query, throughId, ...place } = await readBody(request, markQueryReadRequest)
  const asked = { ...place, throughId: BigInt(throughId), now: systemClock.now() }
  return markQueryRead(serverDatabase(), subscriber.id, { ...asked, query: readSearchQuery(query, request) })
})
