import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverWarnings } from './server-warnings.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return serverWarnings()
})
