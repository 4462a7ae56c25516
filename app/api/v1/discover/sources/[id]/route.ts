import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { findDiscoverSource } from '#lib/store/recommendations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const sourceId = await readParam(context, 'id', id)
  const source = await findDiscoverSource(serverDatabase(), subscriber.id, sourceId, systemClock.now())
  if (source === null) throw new ApiError('not_found', 'noSource', { values: { id: sourceId } })
  return source
})
