import { makeOnce } from '#app/api/v1/make-once.ts'
import { ApiError } from '#lib/api/errors.ts'
import { integrationRequest, mostIntegrations } from '#lib/api/integrations.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { createIntegration, listIntegrations } from '#lib/store/integrations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { integrations: await listIntegrations(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, integrationRequest)
  return makeOnce({ request, subscriberId: subscriber.id, wanted }, async (database) => {
    const created = await createIntegration(database, subscriber.id, wanted, systemClock.now())
    if (created === 'too-many')
      throw new ApiError('conflict', 'integrationsFull', { values: { most: mostIntegrations } })
    return created
  })
})
