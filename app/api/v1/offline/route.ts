import { offlineBody, offlineQuery, type OfflinePostings } from '#lib/api/offline.ts'
import { readBody, readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readOfflinePostings } from '#lib/store/offline-postings.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<OfflinePostings> => {
  const subscriber = await requireSubscriber(request)
  const { count } = readQuery(request, offlineQuery)
  const asked = { count, since: null, held: null }
  return readOfflinePostings(serverDatabase(), subscriber.id, asked, systemClock.now())
})

/** It reads, too; what a device holds is too long for an address. */
export const POST = route(async (request): Promise<OfflinePostings> => {
  const subscriber = await requireSubscriber(request)
  const { count, userId, since, held } = await readBody(request, offlineBody)
  const own =
    userId === subscriber.id ? { since: new Date(since), held: new Set(held) } : { since: null, held: null }
  return readOfflinePostings(serverDatabase(), subscriber.id, { count, ...own }, systemClock.now())
})
