import { z } from 'zod'
import { budgetGroups } from '#lib/api/parts/choices.ts'
import { changedLine } from './audit.ts'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

export type BudgetGroup = (typeof budgetGroups)[number]

/** Query of GET /api/v1/admin/budget/shares. */
export const budgetSharesQuery = z.object({ by: z.enum(budgetGroups).default('source') })

export const budgetHistory = z
  .object({
    /** The last planning of each day. */
    days: z.array(
      z.object({
        at: when,
        budgetPerDay: z.number(),
        grantedPerDay: z.number(),
        predictedDelayMs: z.number().nullable(),
      }),
    ),
    /** The admins' changes of budget, policy, bounds or weights, newest first, at most 30. */
    changes: z.array(
      z.object({
        /** Of the entry in the log. */
        id: z.string(),
        at: when,
        actor: z.string().nullable(),
        changed: z.array(changedLine),
      }),
    ),
  })
  .meta({ id: 'BudgetHistory' })

export const budgetSteps = z
  .object({
    now: z.object({
      budgetPerDay: z.number(),
      predictedDelayMs: z.number().nullable(),
    }),
    /** A smaller budget than 1 is left out. */
    steps: z.array(
      z.object({
        changePerDay: z.number(),
        budgetPerDay: z.number(),
        predictedDelayMs: z.number().nullable(),
      }),
    ),
    /**
     * Waiting that one poll more saves, over all postings and counted by weight: the price of a poll. null: nothing is planned, or
     * every source is polled as often as its bounds allow.
     */
    savedPerPollMs: z.number().nullable(),
    /** The sources that gain most from 1,000 polls more, by weight and postings; at most 20. */
    gainers: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        nowMs: z.number(),
        thenMs: z.number(),
      }),
    ),
  })
  .meta({ id: 'BudgetSteps' })

export const budgetShares = z
  .object({
    by: z.enum(budgetGroups),
    pollsPerDay: z.number(),
    sources: z.number(),
    /** The groups that take most first, at most 20. */
    groups: z.array(
      z.object({
        /** A source's or host's name, a state ("kept", "broken", "learning"), a folder; null: in no folder. */
        name: z.string().nullable(),
        /** Of a source. */
        id: z.number().nullable(),
        sources: z.number(),
        pollsPerDay: z.number(),
        /** Of the budget, and of what it brings: postings a day, each counted by its source's weight; 0–1. */
        pollsShare: z.number(),
        gainShare: z.number(),
      }),
    ),
  })
  .meta({ id: 'BudgetShares' })

/** GET /api/v1/admin/budget/steps: what some polls a day more or less would bring, on the plans in force. */
export type BudgetStepsAnswer = AnswerOf<typeof budgetSteps>

/**
 * GET /api/v1/admin/budget/shares: where the polls go by the plans in force. Sources that are paused or not polled are left out. By
 * folder: of its readers, each of whom counts for their part of a source; a name that fewer than three use is not told.
 */
export type BudgetSharesAnswer = AnswerOf<typeof budgetShares>

/** GET /api/v1/admin/budget/history: the last 90 days, oldest first. */
export type BudgetHistoryAnswer = AnswerOf<typeof budgetHistory>
