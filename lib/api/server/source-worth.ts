import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

export const sourceWorth = z
  .object({
    at: when,
    /** Whether it heeds when the source's readers read; not where fewer than five have reading hours, as they might be told from it. */
    heedsHours: z.boolean(),
    /** The price of a poll: so much must wait to be worth one. */
    price: z.number(),
    /** The worth of a poll now, and at the next one. */
    now: z.number(),
    next: z.number(),
    lastPolledAt: when,
    /** The next poll, and those that follow by the same plan if nothing new is learned from them: a day, or 289 polls. */
    polls: z.array(z.string()),
    /** [instant in ms since 1970, posting-hours] from the last poll on; after each poll it begins anew. */
    points: z.array(z.tuple([z.number(), z.number()])),
    /** The further rise if the next poll is left out. */
    beyond: z.array(z.tuple([z.number(), z.number()])),
  })
  .meta({ id: 'SourceWorth' })

/**
 * GET /api/v1/sources/:id/worth: { worth }: what a poll is worth, in posting-hours expected to wait since the poll before, by the
 * decision that polls it; null where no price decides (another policy, paused, no answer, not planned).
 */
export type SourceWorthAnswer = AnswerOf<typeof sourceWorth>

export type WorthPoint = readonly [atMs: number, postingHours: number]
