import { budgetSharesQuery } from '#lib/api/budget.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { readBudgetShares } from '#lib/store/budget-shares.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetShares(serverDatabase(), readQuery(request, budgetSharesQuery).by)
})
