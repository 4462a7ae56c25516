import { usersQuery } from '#lib/api/admin.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listUsers } from '#lib/store/users.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return listUsers(serverDatabase(), readQuery(request, usersQuery).cursor ?? null)
})
