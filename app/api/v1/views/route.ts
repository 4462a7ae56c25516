import { makeOnce } from '#lib/handlers/make-once.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { viewRequest } from '#lib/api/lists/search.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { createView, listViews } from '#lib/store/lists/views.ts'
import { readSearchQuery } from '#lib/handlers/postings/read-search-query.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { views: await listViews(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const view = await readBody(request, viewRequest)
  readSearchQuery(view.query, request)
  return makeOnce({ request, subscriber, wanted: view }, async (database) => {
    const created = await createView(database, subscriber.id, view)
    if (created === 'taken')
      throw new ApiError('conflict', 'viewExists', { field: 'name', values: { name: view.name } })
    if (created === 'too-many')
      throw new ApiError('conflict', 'viewsFull', { values: { most: mostOf('views') } })
    return created
  })
})
