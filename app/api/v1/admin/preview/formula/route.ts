import { previewWeightFormula } from '#lib/planning/preview.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { weightFormulaRequest } from '#lib/api/server/weight-formula.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  return previewWeightFormula(serverDatabase(), await readBody(request, weightFormulaRequest))
})
