import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireViewer } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'

export const GET = route(async (request, context) => {
  const viewer = await requireViewer(request)
  const sourceId = await readParam(context, 'id', id)
  const detail = await findSourceDetail(serverDatabase(), viewer, sourceId, systemClock.now())
  if (detail === null) throw new ApiError('not_found', 'notSubscribed')
  return detail
})
