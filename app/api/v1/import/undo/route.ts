import { planAround } from '#lib/planning/plan-after-ties.ts'
import { requireStill } from '#lib/api/http/body-room.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { importMade } from '#lib/api/sources/subscriptions.ts'
import { waitForTurnOf } from '#lib/auth/requests/dear-requests.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { undoImport } from '#lib/handlers/moving/undo-import.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const made = await readBody(request, importMade)
  await waitForTurnOf(request, subscriber.id, made.subscriptionIds.length)
  const ended = await planAround(serverDatabase(), subscriber.id, () =>
    undoImport(subscriber.id, made, () => requireStill(request)),
  )
  return { ended }
})
