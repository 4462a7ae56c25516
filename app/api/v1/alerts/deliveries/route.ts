import { alertPageQuery, type AlertDeliveryPage } from '#lib/api/alert-lists.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { listDeliveries } from '#lib/store/alert-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<AlertDeliveryPage> => {
  const subscriber = await requireSubscriber(request)
  const { cursor } = readQuery(request, alertPageQuery)
  return listDeliveries(serverDatabase(), subscriber.id, cursor)
})
