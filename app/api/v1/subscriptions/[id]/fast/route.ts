import { previewFast } from '#lib/aggregator/plan-wanted.ts'
import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const subscriptionId = await readParam(context, 'id', id)
  const preview = await previewFast(serverDatabase(), subscriber.id, subscriptionId)
  if (preview === null) throw new ApiError('not_found', 'noSubscription', { values: { id: subscriptionId } })
  return preview
})
