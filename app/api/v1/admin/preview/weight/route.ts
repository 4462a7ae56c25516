import { previewWeightFactor } from '#lib/planning/preview.ts'
import { bulkWeightRequest } from '#lib/api/server/admin.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { ids, weightFactor } = await readBody(request, bulkWeightRequest)
  return previewWeightFactor(serverDatabase(), ids, weightFactor)
})
