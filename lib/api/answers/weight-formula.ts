import { z } from 'zod'
import { budgetPreview } from './admin.ts'

/** FormulaPreview */
export const formulaPreview = z
  .object({
    /** Weighted means, both by the weights of the formula asked for; null: no source has a weight. */
    meanDelayMs: z.object({
      now: z.number().nullable(),
      then: z.number().nullable(),
    }),
    /** Polls a day that would go to other sources. */
    movedPerDay: z.number(),
    /** Those that gain and lose most, each minute counted by weight and postings; at most 5 each. */
    gainers: budgetPreview.shape.gainers,
    losers: budgetPreview.shape.gainers,
  })
  .meta({ id: 'FormulaPreview' })
