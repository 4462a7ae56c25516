import { route } from '#lib/api/http/route.ts'
import { readReaderAppNews } from '#lib/auth/requests/refused-app.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const { subscriber } = await requireSession(request)
  return readReaderAppNews(serverDatabase(), subscriber.id, new Date())
})
