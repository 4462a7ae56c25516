import { delayQuery } from '#lib/api/admin.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { readDelay } from './read-delay.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readDelay(readQuery(request, delayQuery).since ?? null)
})
