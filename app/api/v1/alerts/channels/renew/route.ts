import { browserRenewal } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { renewChannel } from '#lib/store/alerts/browser-channels.ts'

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const { endpoint } = await readBody(request, browserRenewal)
  await openWay(subscriber, async (database) =>
    renewChannel(database, subscriber.id, { endpoint, sessionId }),
  )
})
