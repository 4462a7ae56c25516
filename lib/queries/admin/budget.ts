import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type {
  BudgetGroup,
  BudgetHistoryAnswer,
  BudgetSharesAnswer,
  BudgetStepsAnswer,
} from '#lib/api/server/budget.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function budgetStepsQuery() {
  return queryOptions({
    queryKey: keys.adminBudgetSteps,
    queryFn: ({ signal }) => request<BudgetStepsAnswer>('GET', '/admin/budget/steps', { signal }),
  })
}

/** The effect of some polls a day more or less. */
export function useBudgetSteps() {
  return useQuery(budgetStepsQuery())
}

export function budgetSharesQueryOptions(by: BudgetGroup) {
  return queryOptions({
    queryKey: keys.adminBudgetShares(by),
    queryFn: ({ signal }) =>
      request<BudgetSharesAnswer>('GET', '/admin/budget/shares', { query: { by }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The shares of polls; the groups before stay while others are fetched. */
export function useBudgetShares(by: BudgetGroup) {
  return useQuery(budgetSharesQueryOptions(by))
}

export function budgetHistoryQuery() {
  return queryOptions({
    queryKey: keys.adminBudgetHistory,
    queryFn: ({ signal }) => request<BudgetHistoryAnswer>('GET', '/admin/budget/history', { signal }),
  })
}

/** The budget of the last 90 days and what changed it. */
export function useBudgetHistory() {
  return useQuery(budgetHistoryQuery())
}
