import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readActivity } from '#lib/store/server/activity.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readActivity(serverDatabase(), systemClock.now())
})
