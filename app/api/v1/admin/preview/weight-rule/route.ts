import { previewWeightRule } from '#lib/aggregator/preview-rule.ts'
import { readBody, route } from '#lib/api/route.ts'
import { weightRule } from '#lib/api/weight-rule.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  return previewWeightRule(serverDatabase(), await readBody(request, weightRule))
})
