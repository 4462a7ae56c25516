import { missedQuery, type MissedAnswer } from '#lib/api/events.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readMissed } from '#lib/store/subscriber-events.ts'
import { readPosition } from '#app/api/v1/events/read-position.ts'

export const GET = route(async (request): Promise<MissedAnswer> => {
  const subscriber = await requireSubscriber(request)
  const since = readPosition(readQuery(request, missedQuery).since)
  return readMissed(serverDatabase(), subscriber.id, since)
})
