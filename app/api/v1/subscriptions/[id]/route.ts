import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { subscriptionChange } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { findSubscription } from '#lib/store/subscription-item.ts'
import { changeSubscription } from '#lib/store/subscriptions.ts'
import { unsubscribe } from '#lib/store/unsubscribe.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const subscriptionId = await readParam(context, 'id', id)
  const change = await readBody(request, subscriptionChange)
  const result = await changeSubscription(serverDatabase(), subscriber.id, subscriptionId, change)
  if (result === 'folder-not-found')
    throw new ApiError('invalid_input', 'noFolder', {
      field: 'folderId',
      values: { id: change.folderId ?? '' },
    })
  const item = await findSubscription(serverDatabase(), subscriber.id, subscriptionId)
  if (item === null) throw notFound(subscriptionId)
  return item
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const subscriptionId = await readParam(context, 'id', id)
  if (!(await unsubscribe(serverDatabase(), subscriber.id, subscriptionId))) throw notFound(subscriptionId)
})

function notFound(subscriptionId: number): ApiError {
  return new ApiError('not_found', 'noSubscription', { values: { id: subscriptionId } })
}
