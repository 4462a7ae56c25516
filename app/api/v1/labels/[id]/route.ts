import { noSuchLabel } from '#lib/handlers/organising/no-such-label.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { labelRequest, type Deleted } from '#lib/api/organising/organising.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { deleteLabel, renameLabel } from '#lib/store/organising/labels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const { name } = await readBody(request, labelRequest)
  const renamed = await planAround(serverDatabase(), subscriber.id, () =>
    renameLabel(serverDatabase(), subscriber.id, labelId, name),
  )
  if (renamed === 'not-found') throw noSuchLabel()
  if (renamed === 'taken') throw new ApiError('conflict', 'labelExists', { field: 'name', values: { name } })
  return renamed
})

export const DELETE = route(async (request, context): Promise<Deleted> => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const asking = await planAround(serverDatabase(), subscriber.id, () =>
    deleteLabel(serverDatabase(), subscriber.id, labelId),
  )
  if (asking === null) throw noSuchLabel()
  return asking
})
