import { noSuchFolder } from '#lib/handlers/sources/refuse-subscription.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { subscriptionChange } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { findSubscription } from '#lib/store/subscriptions/subscription-item.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const subscriptionId = await readParam(context, 'id', id)
  const change = await readBody(request, subscriptionChange)
  const result = await planAround(serverDatabase(), subscriber.id, () =>
    changeSubscriptions(serverDatabase(), subscriber.id, [subscriptionId], change),
  )
  if (result === 'folder-not-found') throw noSuchFolder()
  const item = await findSubscription(serverDatabase(), subscriber.id, subscriptionId)
  if (item === null) throw notFound()
  return item
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const subscriptionId = await readParam(context, 'id', id)
  const ended = await planAround(serverDatabase(), subscriber.id, () =>
    unsubscribe(serverDatabase(), subscriber.id, [subscriptionId], systemClock.now()),
  )
  if (ended === 0) throw notFound()
})

function notFound(): ApiError {
  return new ApiError('not_found', 'noSubscription')
}
