import { previewWeightRule } from '#lib/aggregator/preview-rule.ts'
import { readBody, route } from '#lib/api/route.ts'
import { weightRule } from '#lib/api/weight-rule.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { refuseMistakes } from '#app/api/v1/admin/sources/read-sources-query.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const rule = await readBody(request, weightRule)
  refuseMistakes(request, rule.search)
  return previewWeightRule(serverDatabase(), rule)
})
