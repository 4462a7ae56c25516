import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { viewChange } from '#lib/api/lists/search.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { changeView, deleteView } from '#lib/store/lists/views.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const viewId = await readParam(context, 'id', id)
  const change = await readBody(request, viewChange)
  if (change.query !== undefined) readSearchQuery(change.query, request)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeView(serverDatabase(), subscriber.id, viewId, change),
  )
  if (changed === 'not-found') throw notFound()
  if (changed === 'taken')
    throw new ApiError('conflict', 'viewExists', { field: 'name', values: { name: change.name ?? '' } })
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const viewId = await readParam(context, 'id', id)
  const isDeleted = await planAround(serverDatabase(), subscriber.id, () =>
    deleteView(serverDatabase(), subscriber.id, viewId),
  )
  if (!isDeleted) throw notFound()
})

function notFound(): ApiError {
  return new ApiError('not_found', 'noView')
}
