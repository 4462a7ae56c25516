import { freshnessQuery } from '#lib/api/freshness/freshness.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { readServer } from '#lib/store/connection/server-database.ts'
import { listSubscriberSources } from '#lib/store/subscriptions/subscriber-sources.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const asked = readQuery(request, freshnessQuery)
  return readServer((database) => listSubscriberSources(database, subscriber.id, asked))
})
