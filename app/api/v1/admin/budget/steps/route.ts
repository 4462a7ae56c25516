import { readBudgetSteps } from '#lib/planning/budget-steps.ts'
import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetSteps(serverDatabase())
})
