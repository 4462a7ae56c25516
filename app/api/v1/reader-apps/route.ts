import { route } from '#lib/api/route.ts'
import { readerAppNews } from '#lib/auth/refused-app.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const { subscriber } = await requireSession(request)
  return readerAppNews(serverDatabase(), subscriber.id, new Date())
})
