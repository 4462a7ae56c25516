import { delaysQuery } from '#lib/api/delay-history.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readDelayHistory } from '#lib/store/delay-history.ts'
import { requireSource } from '#app/api/v1/sources/require-source.ts'

const dayMs = 86_400_000

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  const { days } = readQuery(request, delaysQuery)
  return readDelayHistory(serverDatabase(), sourceId, systemClock.now() - days * dayMs)
})
