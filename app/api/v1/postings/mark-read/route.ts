import { readActedAgo } from '#lib/api/http/late-act.ts'
import { markReadRequest } from '#lib/api/lists/mark-read.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { waitForTurn } from '#lib/auth/requests/dear-requests.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const scope = await readBody(request, markReadRequest)
  // Of one source it is light. An account has thousands, and each is locked, counted twice and moved.
  if (scope.sourceId === undefined) await waitForTurn(request, subscriber.id)
  return markRead(serverDatabase(), subscriber.id, scope, systemClock.now(), readActedAgo(request))
})
