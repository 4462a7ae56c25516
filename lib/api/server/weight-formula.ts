import { z } from 'zod'

/** Exponent; readers; readers; sources. */
export const formulaRanges = {
  popularity: { least: 0, most: 1 },
  sayStrength: { least: 0, most: 20 },
  alertStrength: { least: 0, most: 20 },
  fairShare: { least: 1, most: 50 },
} as const

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
