import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { readServer } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readServer((database) => readCounts(database, subscriber.id))
})
