import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readDayStrip } from '#lib/store/day-strip.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readDayStrip(serverDatabase(), subscriber.id, systemClock.now())
})
