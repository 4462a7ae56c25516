import { freshnessQuery } from '#lib/api/freshness.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { readServer } from '#lib/store/server-database.ts'
import { listSubscriberSources } from '#lib/store/subscriber-sources.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const asked = readQuery(request, freshnessQuery)
  return readServer((database) => listSubscriberSources(database, subscriber.id, asked))
})
