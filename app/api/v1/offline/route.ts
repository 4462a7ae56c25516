import { offlineQuery, type OfflinePostings } from '#lib/api/offline.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readOfflinePostings } from '#lib/store/offline-postings.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<OfflinePostings> => {
  const subscriber = await requireSubscriber(request)
  const { count, since } = readQuery(request, offlineQuery)
  const asked = { count, since: since === undefined ? null : new Date(since) }
  return readOfflinePostings(serverDatabase(), subscriber.id, asked, systemClock.now())
})
