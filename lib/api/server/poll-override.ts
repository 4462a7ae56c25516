import { z } from 'zod'
import type { Told } from '#lib/api/parts/answer-parts.ts'
import { id } from '#lib/api/http/parameters.ts'
import { keptDays, amount } from './retention.ts'

const between = z
  .number()
  .int()
  .min(60_000, 'wishTooShort')
  .max(28 * 86_400_000, 'wishTooLong')
  .nullable()

/** What an admin fixes for one source whatever its weight; in ms, null: as planned. What its publisher wishes stays in force. */
export const hatch = {
  ...{ isPaused: z.boolean(), fixedIntervalMs: between, greatestDelayMs: between },
  /** So many days are its postings kept, whatever the server's rules of age say; null: by these. */
  keepDays: keptDays,
}

export type Hatch = Told<z.ZodObject<typeof hatch>>

/** Body of POST /api/v1/admin/preview/hatch. Answer: HatchPreview. Changes nothing. */
export const hatchPreviewRequest = z.strictObject({ id, ...hatch })

export type HatchPreviewRequest = Readonly<z.infer<typeof hatchPreviewRequest>>

const effect = z.object({
  pollsPerDay: z.number(),
  /** Null: it is not polled. */
  predictedDelayMs: z.number().nullable(),
})

export const hatchPreview = z
  .object({
    /** Null: there is no plan for the source yet. */
    polling: z.object({ now: effect, then: effect }).nullable(),
    /** Postings that would no longer be kept as things stand, now and then. */
    going: z.object({ now: amount, then: amount }),
  })
  .meta({ id: 'HatchPreview' })

export type HatchPreview = Told<typeof hatchPreview>
