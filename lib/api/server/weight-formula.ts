import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { formulaRanges } from '#lib/api/parts/limits.ts'

/** A weight, or what weighs, that is less is nothing: PostgreSQL refuses products of which nothing is left. */
export const leastWeight = 1e-9

function orNothing(value: number): number {
  return value < leastWeight ? 0 : value
}

const between = ({ least, most }: { readonly least: number; readonly most: number }, mistake: string) =>
  z.number().min(least, mistake).max(most, mistake).overwrite(orNothing)

export const weightFormula = {
  popularity: between(formulaRanges.popularity, 'popularityRange'),
  sayStrength: between(formulaRanges.sayStrength, 'sayRange'),
  alertStrength: between(formulaRanges.alertStrength, 'alertStrengthRange'),
  fairShare: between(formulaRanges.fairShare, 'fairShareRange'),
}

export const weightFormulaRequest = z.strictObject(weightFormula)

export type WeightFormulaRequest = z.infer<typeof weightFormulaRequest>

/** Sources with the delay that they gain or lose by a change. */
export const movedSources = z.array(z.object({ id: z.number(), title: z.string(), changeMs: z.number() }))

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
    gainers: movedSources,
    losers: movedSources,
  })
  .meta({ id: 'FormulaPreview' })

/** Answer of POST /api/v1/admin/preview/formula (body: weightFormulaRequest), at the budget that is set. */
export type FormulaPreview = AnswerOf<typeof formulaPreview>
