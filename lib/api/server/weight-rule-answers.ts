import { z } from 'zod'
import { weightPreview } from './admin-answers.ts'

/** RuleResult */
export const ruleResult = z
  .object({
    changed: z.number(),
    entryId: z.string().nullable(),
  })
  .meta({ id: 'RuleResult' })

/** RulePreview */
export const rulePreview = z
  .object({
    /** How many sources the filter finds. */
    sources: z.number(),
    /** How many would get another factor. */
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
