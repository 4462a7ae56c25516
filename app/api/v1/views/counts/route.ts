import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { countViews } from '#lib/store/lists/views.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return countViews(serverDatabase(), subscriber.id, systemClock.now())
})
