import { z } from 'zod'
import { budgetPreview } from './admin-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

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

/** Answer of POST /api/v1/admin/preview/formula (body: weightFormulaRequest), at the budget that is set. */
export type FormulaPreview = Told<typeof formulaPreview>
