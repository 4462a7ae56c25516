import { noIntegration, refuseIntegration } from '#lib/handlers/integrations/refuse-integration.ts'
import { integrationChange } from '#lib/api/integrations/integrations.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeIntegration, deleteIntegration } from '#lib/store/integrations/integrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const integrationId = await readParam(context, 'id', id)
  const change = await readBody(request, integrationChange)
  const changed = await openWay(subscriber, async (database) =>
    changeIntegration(database, subscriber.id, integrationId, change, systemClock.now()),
  )
  if (changed === 'not-found') throw noIntegration()
  if ('refused' in changed) throw refuseIntegration(changed)
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const integrationId = await readParam(context, 'id', id)
  if (!(await deleteIntegration(serverDatabase(), subscriber.id, integrationId))) throw noIntegration()
})
