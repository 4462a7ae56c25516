import { route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readBudgetHistory } from '#lib/store/planning/budget-history.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return readBudgetHistory(serverDatabase(), systemClock.now())
})
