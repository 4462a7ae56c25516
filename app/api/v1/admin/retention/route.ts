import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { readStoredSizes } from '#lib/store/preview-retention.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readStoredSizes(serverDatabase())
})
