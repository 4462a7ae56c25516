import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { readCounts } from '#lib/store/counts.ts'
import { readServer } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readServer((database) => readCounts(database, subscriber.id))
})
