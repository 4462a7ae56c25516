import { auditQuery } from '#lib/api/audit.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { listActs } from '#lib/store/audit-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  const { cursor, userId } = readQuery(request, auditQuery)
  return listActs(serverDatabase(), { cursor: cursor ?? null, userId: userId ?? null })
})
