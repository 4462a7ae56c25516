import { previewFast } from '#lib/planning/preview-plan.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireViewer } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request, context) => {
  const viewer = await requireViewer(request)
  const subscriptionId = await readParam(context, 'id', id)
  const preview = await previewFast(serverDatabase(), viewer.id, subscriptionId)
  if (preview === null) throw new ApiError('not_found', 'noSubscription')
  return viewer.role === 'admin' ? preview : { ...preview, weight: null } // it tells how many read the source
})
