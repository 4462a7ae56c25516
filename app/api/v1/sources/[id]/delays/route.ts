import { delaysQuery } from '#lib/api/freshness/freshness.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readDelayHistory } from '#lib/store/freshness/delay-history.ts'
import { requireSource } from '#lib/handlers/sources/require-source.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  const { days } = readQuery(request, delaysQuery)
  return readDelayHistory(serverDatabase(), sourceId, systemClock.now() - days * DAY_MS)
})
