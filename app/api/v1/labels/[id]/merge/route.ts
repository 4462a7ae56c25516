import { noSuchLabel } from '#lib/handlers/organising/no-such-label.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { mergeLabelRequest } from '#lib/api/organising/organising.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { mergeLabels } from '#lib/store/organising/labels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const { intoId } = await readBody(request, mergeLabelRequest)
  if (intoId === labelId) throw new ApiError('invalid_input', 'sameLabel', { field: 'intoId' })
  const isMerged = await planAround(serverDatabase(), subscriber.id, () =>
    mergeLabels(serverDatabase(), subscriber.id, labelId, intoId),
  )
  if (!isMerged) throw noSuchLabel()
})
