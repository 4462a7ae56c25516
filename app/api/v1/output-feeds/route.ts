import { makeOnce } from '#lib/handlers/make-once.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { outputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireAccess, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { createOutputFeed, listOutputFeeds, mostOutputFeeds } from '#lib/store/outputs/output-feeds.ts'
import { refusePlace } from '#lib/handlers/outputs/refuse-place.ts'

export const GET = route(async (request) => {
  const { subscriber, mayWrite } = await requireAccess(request)
  const feeds = await openWay(subscriber, async (database) => listOutputFeeds(database, subscriber.id))
  return { feeds: mayWrite ? feeds : feeds.map((feed) => ({ ...feed, address: null })) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const feed = await readBody(request, outputFeedRequest)
  return makeOnce({ request, subscriber, wanted: feed }, async (database) => {
    const created = await createOutputFeed(database, subscriber.id, feed, systemClock.now())
    if (created === 'too-many')
      throw new ApiError('conflict', 'outputFeedsFull', { values: { most: mostOutputFeeds } })
    if (typeof created === 'string') throw refusePlace(created)
    return created
  })
})
