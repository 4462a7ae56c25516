import { previewWeightFormula } from '#lib/aggregator/preview.ts'
import { readBody, route } from '#lib/api/route.ts'
import { weightFormulaRequest } from '#lib/api/weight-formula.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  return previewWeightFormula(serverDatabase(), await readBody(request, weightFormulaRequest))
})
