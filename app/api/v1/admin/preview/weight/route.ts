import { previewWeightFactor } from '#lib/aggregator/preview.ts'
import { bulkWeightRequest } from '#lib/api/admin.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { ids, weightFactor } = await readBody(request, bulkWeightRequest)
  return previewWeightFactor(serverDatabase(), ids, weightFactor)
})
