import { delayQuery } from '#lib/api/server/admin.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { readDelay } from '#lib/handlers/server/read-delay.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readDelay(readQuery(request, delayQuery).since ?? null)
})
