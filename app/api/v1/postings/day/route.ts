import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readDayNumbers } from '#lib/store/day-numbers.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { day } = await readDayNumbers(serverDatabase(), subscriber.id, 0, systemClock.now())
  return day
})
