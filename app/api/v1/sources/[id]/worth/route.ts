import { route } from '#lib/api/route.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readSourceWorth } from '#lib/store/source-worth.ts'
import { requireSource } from '#app/api/v1/sources/require-source.ts'

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  return { worth: await readSourceWorth(serverDatabase(), sourceId, systemClock.now()) }
})
