import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readDayNumbers } from '#lib/store/freshness/day-numbers.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { day } = await readDayNumbers(serverDatabase(), subscriber.id, 0, systemClock.now())
  return day
})
