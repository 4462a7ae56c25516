import { z } from 'zod'
import { adminSourcesQuery, weightFactor, type WeightPreview } from './admin.ts'

/** Factors end here, however often they are multiplied. */
export const highestFactor = 1000

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

/** `entryId`: of the log, to take it back with; null: all had their factor already. */
export type RuleResult = { readonly changed: number; readonly entryId: string | null }

export type RulePreview = {
  /** How many sources the filter finds. */
  readonly sources: number
  /** How many would get another factor. */
  readonly changed: number
  /** Of those with a plan, together; the delay is their mean, null without any. */
  readonly pollsPerDay: { readonly now: number; readonly then: number }
  readonly predictedDelayMs: { readonly now: number | null; readonly then: number | null }
  readonly others: WeightPreview['others']
}
