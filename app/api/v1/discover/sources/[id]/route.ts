import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { findDiscoverSource } from '#lib/store/discover/recommendations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const sourceId = await readParam(context, 'id', id)
  const source = await findDiscoverSource(serverDatabase(), subscriber.id, sourceId, systemClock.now())
  if (source === null) throw new ApiError('not_found', 'noSource')
  return source
})
