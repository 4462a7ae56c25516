import { z } from 'zod'

export const budgetGroups = ['source', 'host', 'state', 'folder'] as const
export type BudgetGroup = (typeof budgetGroups)[number]

/** Query of GET /api/v1/admin/budget/shares. */
export const budgetSharesQuery = z.object({ by: z.enum(budgetGroups).default('source') })
