import { makeOnce } from '#lib/handlers/make-once.ts'
import { placeWithoutWrite } from '#lib/handlers/without-write.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { integrationRequest, mostIntegrations } from '#lib/api/integrations/integrations.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAccess, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { createIntegration, listIntegrations } from '#lib/store/integrations/integrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const { subscriber, mayWrite } = await requireAccess(request)
  const all = await listIntegrations(serverDatabase(), subscriber.id)
  return { integrations: mayWrite ? all : all.map(placeWithoutWrite) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, integrationRequest)
  return makeOnce({ request, subscriber, wanted }, async (database) => {
    const created = await createIntegration(database, subscriber.id, wanted, systemClock.now())
    if (created === 'too-many')
      throw new ApiError('conflict', 'integrationsFull', { values: { most: mostIntegrations } })
    return created
  })
})
