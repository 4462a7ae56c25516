import { browserRenewal } from '#lib/api/alerts.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { renewBrowser } from '#lib/store/browser-channels.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const { endpoint } = await readBody(request, browserRenewal)
  await renewBrowser(serverDatabase(), subscriber.id, { endpoint, sessionId })
})
