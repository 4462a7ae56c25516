import { missedQuery, type MissedAnswer } from '#lib/api/events/events.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readMissed } from '#lib/store/events/subscriber-events.ts'
import { readPosition } from '#lib/handlers/events/read-position.ts'

export const GET = route(async (request): Promise<MissedAnswer> => {
  const subscriber = await requireSubscriber(request)
  const since = readPosition(readQuery(request, missedQuery).since)
  return readMissed(serverDatabase(), subscriber.id, since)
})
