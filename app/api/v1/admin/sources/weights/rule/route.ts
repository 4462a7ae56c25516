import { changeWeightsByRule } from '#lib/aggregator/change-weights.ts'
import { readBody, route } from '#lib/api/route.ts'
import { weightRule } from '#lib/api/weight-rule.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const rule = await readBody(request, weightRule)
  return changeWeightsByRule(serverDatabase(), rule, changerOf(request, admin.id))
})
