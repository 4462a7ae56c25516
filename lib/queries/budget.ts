import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BudgetGroup, BudgetHistory, BudgetShares } from '#lib/api/budget.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

/** Where the polls go; the groups before stay while others are fetched. */
export function useBudgetShares(by: BudgetGroup) {
  return useQuery({
    queryKey: keys.adminBudgetShares(by),
    queryFn: ({ signal }) => request<BudgetShares>('GET', '/admin/budget/shares', { query: { by }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The budget of the last 90 days and what changed it. */
export function useBudgetHistory() {
  return useQuery({
    queryKey: keys.adminBudgetHistory,
    queryFn: ({ signal }) => request<BudgetHistory>('GET', '/admin/budget/history', { signal }),
  })
}
