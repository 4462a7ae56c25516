import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { adminSourcesQuery, weightFactor, weightPreview } from './admin.ts'
import { leastWeight } from './weight-formula.ts'

/** Factors end here, however often they are multiplied. */
export const highestFactor = 1000

/** A factor that is less, times a value, is nothing. Finite for every value. */
export function leastToMultiply(value: number): number {
  return Math.min(Number.MAX_VALUE, leastWeight / value)
}

/** The factor that a rule makes by multiplying; `factorsByRule` says the same in SQL. */
export function multiplied(factor: number, value: number): number {
  return factor < leastToMultiply(value) ? 0 : Math.min(highestFactor, factor * value)
}

/**
 * Body of POST /api/v1/admin/sources/weights/rule (answer: RuleResult) and of POST /api/v1/admin/preview/weight-rule
 * (answer: RulePreview): the sources that a filter of GET /api/v1/admin/sources finds, all pages of it.
 */
export const weightRule = z.strictObject({
  ...adminSourcesQuery.pick({ search: true, state: true }).shape,
  act: z.enum(['set', 'multiply']),
  value: weightFactor,
})

export type WeightRule = z.infer<typeof weightRule>

export const ruleResult = z
  .object({
    changed: z.number(),
    entryId: z.string().nullable(),
  })
  .meta({ id: 'RuleResult' })

/** `entryId`: of the log, to take it back with; null: all had their factor already. */
export type RuleResult = AnswerOf<typeof ruleResult>

export const rulePreview = z
  .object({
    /** The number of sources that the filter finds. */
    sources: z.number(),
    /** The number of those that would get another factor. */
    changed: z.number(),
    /** Of those with a plan, together; the delay is their mean, null without any. */
    pollsPerDay: z.object({
      now: z.number(),
      then: z.number(),
    }),
    predictedDelayMs: z.object({
      now: z.number().nullable(),
      then: z.number().nullable(),
    }),
    others: weightPreview.shape.others,
  })
  .meta({ id: 'RulePreview' })

export type RulePreview = AnswerOf<typeof rulePreview>
