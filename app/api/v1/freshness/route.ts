import { freshnessQuery } from '#lib/api/freshness.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readSubscriberFreshness } from '#lib/store/subscriber-freshness.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const asked = readQuery(request, freshnessQuery)
  return readSubscriberFreshness(serverDatabase(), subscriber.id, asked, systemClock.now())
})
