import { changeWeightsByRule } from '#lib/aggregator/change-weights.ts'
import { readBody, route } from '#lib/api/route.ts'
import { weightRule } from '#lib/api/weight-rule.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { refuseMistakes } from '#app/api/v1/admin/sources/read-sources-query.ts'

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const rule = await readBody(request, weightRule)
  refuseMistakes(request, rule.search)
  return changeWeightsByRule(serverDatabase(), rule, changerOf(request, admin.id))
})
