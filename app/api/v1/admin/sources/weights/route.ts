import { changeWeights } from '#lib/planning/change-weights.ts'
import { bulkWeightRequest } from '#lib/api/server/admin.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const { ids, weightFactor } = await readBody(request, bulkWeightRequest)
  return { changed: await changeWeights(serverDatabase(), ids, weightFactor, changerOf(request, admin)) }
})
