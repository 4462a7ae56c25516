import { ApiError } from '#lib/api/errors.ts'
import { labelRequest } from '#lib/api/organising.ts'
import { answer, readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { mostOf } from '#lib/store/account-limits.ts'
import { createLabel, listLabels } from '#lib/store/labels.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { labels: await listLabels(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { name } = await readBody(request, labelRequest)
  const created = await createLabel(serverDatabase(), subscriber.id, name)
  if (created === 'taken') throw new ApiError('conflict', 'labelExists', { field: 'name', values: { name } })
  if (created === 'too-many')
    throw new ApiError('conflict', 'labelsFull', { values: { most: mostOf('labels') } })
  return answer(201, created)
})
