import { changeWeightsByRule } from '#lib/planning/change-weights.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { weightRule } from '#lib/api/server/weight-rule.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { refuseMistakes } from '#lib/handlers/sources/read-sources-query.ts'

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const rule = await readBody(request, weightRule)
  refuseMistakes(request, rule.search)
  return changeWeightsByRule(serverDatabase(), rule, changerOf(request, admin))
})
