import { z } from 'zod'
import type { rulePreview, ruleResult } from './answers/weight-rule.ts'
import type { Told } from './answers/parts.ts'
import { adminSourcesQuery, weightFactor } from './admin.ts'

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
export type RuleResult = Told<typeof ruleResult>

export type RulePreview = Told<typeof rulePreview>
