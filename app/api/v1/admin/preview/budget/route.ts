import { previewBudgetOf } from '#lib/planning/preview.ts'
import { budgetPreviewRequest } from '#lib/api/server/admin.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  return previewBudgetOf(serverDatabase(), await readBody(request, budgetPreviewRequest))
})
