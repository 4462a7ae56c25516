import { z } from 'zod'
import type { budgetHistory, budgetShares, budgetSteps } from './answers/budget.ts'
import type { Told } from './answers/parts.ts'

/** GET /api/v1/admin/budget/steps: what some polls a day more or less would bring, on the plans in force. */
export type BudgetSteps = Told<typeof budgetSteps>

export const budgetGroups = ['source', 'host', 'state', 'folder'] as const
export type BudgetGroup = (typeof budgetGroups)[number]

/** Query of GET /api/v1/admin/budget/shares. */
export const budgetSharesQuery = z.object({ by: z.enum(budgetGroups).default('source') })

/**
 * GET /api/v1/admin/budget/shares: where the polls go by the plans in force. Sources that are paused or not polled are left out. By
 * folder: of its readers, each of whom counts for their part of a source; a name that fewer than three use is not told.
 */
export type BudgetShares = Told<typeof budgetShares>

/** GET /api/v1/admin/budget/history: the last 90 days, oldest first. */
export type BudgetHistory = Told<typeof budgetHistory>
