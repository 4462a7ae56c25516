import { auditQuery } from '#lib/api/server/audit.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { listActs } from '#lib/store/ground/audit-log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  const { cursor, userId } = readQuery(request, auditQuery)
  return listActs(serverDatabase(), { cursor: cursor ?? null, userId: userId ?? null })
})
