import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { BudgetScreen } from '#components/admin/server/budget-screen.tsx'
import { readBudgetSteps } from '#lib/planning/budget-steps.ts'
import { budgetHistoryQuery, budgetSharesQueryOptions, budgetStepsQuery } from '#lib/queries/admin/budget.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readBudgetHistory } from '#lib/store/planning/budget-history.ts'
import { readBudgetShares } from '#lib/store/planning/budget-split.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'budgetAndPolicy')

export default async function BudgetPage() {
  const database = serverDatabase()
  const now = systemClock.now()
  const state = await readForAdmin(() => [
    pagePart(budgetStepsQuery(), () => readBudgetSteps(database)),
    pagePart(budgetSharesQueryOptions('source'), () => readBudgetShares(database, 'source')),
    pagePart(budgetHistoryQuery(), () => readBudgetHistory(database, now)),
  ])
  return (
    <Hydrated state={state}>
      <BudgetScreen />
    </Hydrated>
  )
}
