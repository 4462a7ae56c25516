import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { listAdminSources } from '#lib/store/admin-sources.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readSourcesQuery } from './read-sources-query.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return listAdminSources(serverDatabase(), readSourcesQuery(request), systemClock.now())
})
