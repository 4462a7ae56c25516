import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listReadingWeeks } from '#lib/store/reading-weeks.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { weeks: await listReadingWeeks(serverDatabase(), subscriber.id, systemClock.now()) }
})
