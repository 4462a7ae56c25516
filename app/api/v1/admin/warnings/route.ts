import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverWarnings } from '#lib/handlers/server/server-warnings.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return serverWarnings()
})
