import { changeWeights } from '#lib/aggregator/change-weights.ts'
import { bulkWeightRequest } from '#lib/api/admin.ts'
import { readBody, route } from '#lib/api/route.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const { ids, weightFactor } = await readBody(request, bulkWeightRequest)
  return { changed: await changeWeights(serverDatabase(), ids, weightFactor, changerOf(request, admin.id)) }
})
