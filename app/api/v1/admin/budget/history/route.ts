import { route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readBudgetHistory } from '#lib/store/budget-history.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetHistory(serverDatabase(), systemClock.now())
})
