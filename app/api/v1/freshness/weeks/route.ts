import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listReadingWeeks } from '#lib/store/freshness/reading-weeks.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { weeks: await listReadingWeeks(serverDatabase(), subscriber.id, systemClock.now()) }
})
