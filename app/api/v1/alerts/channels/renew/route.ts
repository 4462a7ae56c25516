import { browserRenewal } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { renewChannel } from '#lib/store/alerts/browser-channels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const { endpoint } = await readBody(request, browserRenewal)
  await renewChannel(serverDatabase(), subscriber.id, { endpoint, sessionId })
})
