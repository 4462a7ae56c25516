import { noSuchFolder } from '#lib/handlers/sources/refuse-subscription.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { arrangeSubscriptionsRequest } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { arrangeSubscriptions } from '#lib/store/organising/arrange.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, arrangeSubscriptionsRequest)
  await waitForTurn(request, subscriber.id) // all others of the folder move, too
  const arranged = await planAround(serverDatabase(), subscriber.id, () =>
    arrangeSubscriptions(serverDatabase(), subscriber.id, wanted),
  )
  if (arranged === 'folder-not-found') throw noSuchFolder()
})
