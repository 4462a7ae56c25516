import { z } from 'zod'
import type { ChangedLine } from './audit.ts'

/** GET /api/v1/admin/budget/steps: what some polls a day more or less would bring, on the plans in force. */
export type BudgetSteps = {
  readonly now: { readonly budgetPerDay: number; readonly predictedDelayMs: number | null }
  /** A smaller budget than 1 is left out. */
  readonly steps: readonly {
    readonly changePerDay: number
    readonly budgetPerDay: number
    readonly predictedDelayMs: number | null
  }[]
  /**
   * Waiting that one poll more saves, over all postings and counted by weight: the price of a poll. null: nothing is planned, or
   * every source is polled as often as its bounds allow.
   */
  readonly savedPerPollMs: number | null
  /** What gains most from 1,000 polls more, by weight and postings; at most 20. */
  readonly gainers: readonly {
    readonly id: number
    readonly title: string
    readonly nowMs: number
    readonly thenMs: number
  }[]
}

export const budgetGroups = ['source', 'host', 'state', 'folder'] as const
export type BudgetGroup = (typeof budgetGroups)[number]

/** Query of GET /api/v1/admin/budget/shares. */
export const budgetSharesQuery = z.object({ by: z.enum(budgetGroups).default('source') })

/**
 * GET /api/v1/admin/budget/shares: where the polls go by the plans in force. Sources that are paused or not polled are left out. By
 * folder: of its readers, each of whom counts for their part of a source; a name that fewer than three use is not told.
 */
export type BudgetShares = {
  readonly by: BudgetGroup
  readonly pollsPerDay: number
  readonly sources: number
  /** What takes most first, at most 20. */
  readonly groups: readonly {
    /** A source's or host's name, a state ("kept", "broken", "learning"), a folder; null: in no folder. */
    readonly name: string | null
    /** Of a source. */
    readonly id: number | null
    readonly sources: number
    readonly pollsPerDay: number
    /** Of the budget, and of what it brings: postings a day, each counted by its source's weight; 0–1. */
    readonly pollsShare: number
    readonly gainShare: number
  }[]
}

/** GET /api/v1/admin/budget/history: the last 90 days, oldest first. */
export type BudgetHistory = {
  /** The last planning of each day. */
  readonly days: readonly {
    readonly at: string
    readonly budgetPerDay: number
    readonly grantedPerDay: number
    readonly predictedDelayMs: number | null
  }[]
  /** What admins changed of budget, policy, bounds or weights, newest first, at most 30. */
  readonly changes: readonly {
    /** Of the entry in the log. */
    readonly id: string
    readonly at: string
    readonly actor: string | null
    readonly changed: readonly ChangedLine[]
  }[]
}
