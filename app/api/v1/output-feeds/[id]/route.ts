import { noSuchFeed, refusePlace } from '#lib/handlers/outputs/refuse-place.ts'
import { outputFeedChange } from '#lib/api/outputs/output-feeds.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeOutputFeed, deleteOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const feedId = await readParam(context, 'id', id)
  const change = await readBody(request, outputFeedChange)
  const changed = await openWay(subscriber, async (database) =>
    changeOutputFeed(database, subscriber.id, feedId, change),
  )
  if (changed === 'not-found') throw noSuchFeed()
  if (typeof changed === 'string') throw refusePlace(changed)
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const feedId = await readParam(context, 'id', id)
  if (!(await deleteOutputFeed(serverDatabase(), subscriber.id, feedId))) throw noSuchFeed()
})
