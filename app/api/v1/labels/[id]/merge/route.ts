import { noSuchLabel } from '#app/api/v1/labels/no-such-label.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { ApiError } from '#lib/api/errors.ts'
import { mergeLabelRequest } from '#lib/api/organising.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { mergeLabels } from '#lib/store/labels.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const { intoId } = await readBody(request, mergeLabelRequest)
  if (intoId === labelId) throw new ApiError('invalid_input', 'sameLabel', { field: 'intoId' })
  const isMerged = await planAround(serverDatabase(), subscriber.id, () =>
    mergeLabels(serverDatabase(), subscriber.id, labelId, intoId),
  )
  if (!isMerged) throw noSuchLabel(labelId)
})
