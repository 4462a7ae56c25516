import { route } from '#lib/api/http/route.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readSourceWorth } from '#lib/store/sources/source-worth.ts'
import { requireSource } from '#lib/handlers/sources/require-source.ts'

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  return { worth: await readSourceWorth(serverDatabase(), sourceId, systemClock.now()) }
})
