import { noSuchFolder } from '#app/api/v1/subscriptions/refuse-subscription.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { subscriptionsChange } from '#lib/api/organising.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeSubscriptions } from '#lib/store/change-subscriptions.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids, ...change } = await readBody(request, subscriptionsChange)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeSubscriptions(serverDatabase(), subscriber.id, ids, change),
  )
  if (changed === 'folder-not-found') throw noSuchFolder(change.folderId)
  return { changed }
})
