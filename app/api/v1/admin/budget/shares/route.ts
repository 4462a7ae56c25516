import { budgetSharesQuery } from '#lib/api/server/budget.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { readBudgetShares } from '#lib/store/planning/budget-split.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetShares(serverDatabase(), readQuery(request, budgetSharesQuery).by)
})
