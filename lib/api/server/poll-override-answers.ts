import { z } from 'zod'
import { amount } from './retention-answers.ts'

const effect = z.object({
  pollsPerDay: z.number(),
  /** Null: it is not polled. */
  predictedDelayMs: z.number().nullable(),
})

/** HatchPreview */
export const hatchPreview = z
  .object({
    /** Null: there is no plan for the source yet. */
    polling: z.object({ now: effect, then: effect }).nullable(),
    /** Postings that would no longer be kept as things stand, now and then. */
    going: z.object({ now: amount, then: amount }),
  })
  .meta({ id: 'HatchPreview' })
