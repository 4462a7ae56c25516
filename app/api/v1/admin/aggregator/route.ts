import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readAggregatorStatus } from '#lib/store/aggregator-status.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readAggregatorStatus(serverDatabase(), { now: systemClock.now(), speed: systemClock.speed })
})
