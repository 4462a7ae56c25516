import { alertPageQuery, type AlertHitPage } from '#lib/api/alert-lists.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { listHits } from '#lib/store/alert-hits.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<AlertHitPage> => {
  const subscriber = await requireSubscriber(request)
  const { cursor } = readQuery(request, alertPageQuery)
  return listHits(serverDatabase(), subscriber.id, cursor)
})
