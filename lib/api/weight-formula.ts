import { z } from 'zod'
import type { BudgetPreview } from './admin.ts'

/** Exponent 0–1; readers, 0–100; sources, 1–1,000. */
export const weightFormula = {
  popularity: z.number().min(0, 'popularityRange').max(1, 'popularityRange'),
  sayStrength: z.number().min(0, 'sayRange').max(100, 'sayRange'),
  fairShare: z.number().min(1, 'fairShareRange').max(1000, 'fairShareRange'),
}

export const weightFormulaRequest = z.strictObject(weightFormula)
export type WeightFormulaRequest = z.infer<typeof weightFormulaRequest>

/** Answer of POST /api/v1/admin/preview/formula (body: weightFormulaRequest), at the budget that is set. */
export type FormulaPreview = {
  /** Weighted means, both by the weights of the formula asked for; null: no source has a weight. */
  readonly meanDelayMs: { readonly now: number | null; readonly then: number | null }
  /** Polls a day that would go to other sources. */
  readonly movedPerDay: number
  /** Those that gain and lose most, each minute counted by weight and postings; at most 5 each. */
  readonly gainers: BudgetPreview['gainers']
  readonly losers: BudgetPreview['gainers']
}
