import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readSourcesQuery } from '#lib/handlers/sources/read-sources-query.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return listAdminSources(serverDatabase(), readSourcesQuery(request), systemClock.now())
})
