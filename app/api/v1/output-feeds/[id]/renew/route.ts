import { noSuchFeed } from '#app/api/v1/output-feeds/refuse-place.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { renewOutputFeed } from '#lib/store/output-feeds.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const feedId = await readParam(context, 'id', id)
  const renewed = await renewOutputFeed(serverDatabase(), subscriber.id, feedId, systemClock.now())
  if (renewed === 'not-found') throw noSuchFeed(feedId)
  return renewed
})
