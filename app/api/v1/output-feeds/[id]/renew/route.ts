import { noSuchFeed } from '#lib/handlers/outputs/refuse-place.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { renewOutputFeed } from '#lib/store/outputs/output-feeds.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const feedId = await readParam(context, 'id', id)
  const renewed = await openWay(subscriber, async (database) =>
    renewOutputFeed(database, subscriber.id, feedId, systemClock.now()),
  )
  if (renewed === 'not-found') throw noSuchFeed()
  return renewed
})
