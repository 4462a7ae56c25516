import { previewWeightRule } from '#lib/planning/preview-rule.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { weightRule } from '#lib/api/server/weight-rule.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { refuseMistakes } from '#lib/handlers/sources/read-sources-query.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const rule = await readBody(request, weightRule)
  refuseMistakes(request, rule.search)
  return previewWeightRule(serverDatabase(), rule)
})
