import { makeOnce } from '#lib/handlers/make-once.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { labelRequest } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { createLabel, listLabels } from '#lib/store/organising/labels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { labels: await listLabels(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { name } = await readBody(request, labelRequest)
  return makeOnce({ request, subscriber, wanted: { name } }, async (database) => {
    const created = await createLabel(database, subscriber.id, name)
    if (created === 'taken')
      throw new ApiError('conflict', 'labelExists', { field: 'name', values: { name } })
    if (created === 'too-many')
      throw new ApiError('conflict', 'labelsFull', { values: { most: mostOf('labels') } })
    return created
  })
})
