import { shownSent } from '#lib/handlers/without-write.ts'
import { type AlertDeliveryPage, alertPageQuery } from '#lib/api/alerts/alerts.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireAccess } from '#lib/auth/requests/require-subscriber.ts'
import { listDeliveries } from '#lib/store/alerts/alert-log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<AlertDeliveryPage> => {
  const { subscriber, mayWrite } = await requireAccess(request)
  const { cursor } = readQuery(request, alertPageQuery)
  const page = await listDeliveries(serverDatabase(), subscriber.id, cursor)
  return { ...page, deliveries: page.deliveries.map((each) => shownSent(each, request, mayWrite)) }
})
