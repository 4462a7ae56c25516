import { alertPageQuery, type AlertDeliveryPage } from '#lib/api/alerts/alert-lists.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { listDeliveries } from '#lib/store/alerts/alert-log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<AlertDeliveryPage> => {
  const subscriber = await requireSubscriber(request)
  const { cursor } = readQuery(request, alertPageQuery)
  return listDeliveries(serverDatabase(), subscriber.id, cursor)
})
