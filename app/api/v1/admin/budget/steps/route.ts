import { readBudgetSteps } from '#lib/aggregator/budget-steps.ts'
import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetSteps(serverDatabase())
})
