import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readAggregatorStatus } from '#lib/store/server/aggregator-status.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readAggregatorStatus(serverDatabase(), { now: systemClock.now(), speed: systemClock.speed })
})
