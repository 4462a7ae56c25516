import { offlineBody, type OfflinePostings } from '#lib/api/postings/offline.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readOfflinePostings } from '#lib/store/postings/offline-postings.ts'
import { readServer } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request): Promise<OfflinePostings> => {
  const subscriber = await requireSubscriber(request, 'read')
  const { count, known } = await readBody(request, offlineBody)
  const own = known?.userId === subscriber.id ? known : undefined
  const held = own === undefined ? null : { since: new Date(own.since), ids: new Set(own.held) }
  const now = systemClock.now()
  return readServer((database) => readOfflinePostings(database, subscriber.id, { count, held }, now))
})
