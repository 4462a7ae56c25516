import { noSuchFolder } from '#app/api/v1/subscriptions/refuse-subscription.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { arrangeSubscriptionsRequest } from '#lib/api/organising.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { arrangeSubscriptions } from '#lib/store/arrange.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, arrangeSubscriptionsRequest)
  const arranged = await planAround(serverDatabase(), subscriber.id, () =>
    arrangeSubscriptions(serverDatabase(), subscriber.id, wanted),
  )
  if (arranged === 'folder-not-found') throw noSuchFolder(wanted.folderId)
})
