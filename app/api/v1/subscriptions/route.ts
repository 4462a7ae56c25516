import { planAround } from '#lib/planning/plan-after-ties.ts'
import { requireStill } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { notSubscribedWords, subscribeRequest } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { waitForFirstPoll } from '#lib/store/polling/request-poll.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { findSubscription, listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { subscribe, limitsOfSubscribing } from '#lib/store/subscriptions/subscriptions.ts'
import { firstPollOf } from '#lib/handlers/discover/first-poll.ts'
import { findFeedUrl } from '#lib/handlers/sources/find-feed-url.ts'
import { noSuchFolder } from '#lib/handlers/sources/refuse-subscription.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { subscriptions: await listSubscriptions(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, subscribeRequest)
  if (wanted.folderId && wanted.folderName)
    throw new ApiError('invalid_input', 'folderTwice', {
      field: 'folderName',
    })
  const url = await findFeedUrl(subscriber.id, wanted.url, request.signal)
  await requireStill(request) // strangers may have taken their time
  const subscription = {
    url,
    hostName: hostOf(url),
    folderId: wanted.folderId ?? null,
    folderName: wanted.folderName ?? null,
    ownTitle: wanted.title ?? null,
  }
  const firstPoll = firstPollOf(url, subscriber.id)
  const subscribed = await planAround(serverDatabase(), subscriber.id, () =>
    subscribe(serverDatabase(), subscriber.id, subscription, systemClock.now(), firstPoll?.lease ?? null),
  )
  if (subscribed === 'folder-not-found') throw noSuchFolder()
  if (subscribed === 'no-room' || subscribed === 'too-many-new') {
    const limits = await limitsOfSubscribing(serverDatabase(), subscriber.id)
    throw new ApiError('conflict', notSubscribedWords[subscribed], { values: { most: limits[subscribed] } })
  }
  if (subscribed === 'no-room-for-folder')
    throw new ApiError('conflict', 'foldersFull', {
      field: 'folderName',
      values: { most: mostOf('folders') },
    })
  if (subscribed.hasFirstLease) await firstPoll?.run(subscribed.sourceId)
  await waitForFirstPoll(serverDatabase(), subscribed.sourceId, request.signal)
  const item = await findSubscription(serverDatabase(), subscriber.id, subscribed.subscriptionId)
  if (item === null) throw new ApiError('conflict', 'subscriptionEnded')
  return answer(subscribed.isNew ? 201 : 200, item)
})
