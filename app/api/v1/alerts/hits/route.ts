import { type AlertHitPage, alertPageQuery } from '#lib/api/alerts/alerts.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<AlertHitPage> => {
  const subscriber = await requireSubscriber(request)
  const { cursor } = readQuery(request, alertPageQuery)
  return listHits(serverDatabase(), subscriber.id, cursor)
})
