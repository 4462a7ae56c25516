import { noSuchFolder } from '#lib/handlers/sources/refuse-subscription.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { subscriptionsChange } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { waitForTurnOf } from '#lib/auth/requests/dear-requests.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids, ...change } = await readBody(request, subscriptionsChange)
  await waitForTurnOf(request, subscriber.id, ids.length)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeSubscriptions(serverDatabase(), subscriber.id, ids, change),
  )
  if (changed === 'folder-not-found') throw noSuchFolder()
  return { changed }
})
