import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { id } from '#lib/api/http/parameters.ts'
import { betweenPollsMs } from '#lib/api/parts/limits.ts'
import { keptDays, amount } from './retention.ts'

/** A time between two polls, in ms; null: none is asked for. */
export const betweenPolls = z
  .number()
  .int()
  .min(betweenPollsMs.least, 'limitTooShort')
  .max(betweenPollsMs.most, 'limitTooLong')
  .nullable()

/** The admin's exception for one source whatever its weight; in ms, null: as planned. Its publisher's limit stays in force. */
export const pollOverride = {
  isPaused: z.boolean(),
  fixedIntervalMs: betweenPolls,
  greatestDelayMs: betweenPolls,
  /** So many days are its postings kept, whatever the server's rules of age say; null: by these. */
  keepDays: keptDays,
}

export type PollOverride = AnswerOf<z.ZodObject<typeof pollOverride>>

/** Body of POST /api/v1/admin/preview/hatch. Answer: OverridePreview. Changes nothing. */
export const overridePreviewRequest = z.strictObject({ id, ...pollOverride })

export type OverridePreviewRequest = Readonly<z.infer<typeof overridePreviewRequest>>

const effect = z.object({
  pollsPerDay: z.number(),
  /** Null: it is not polled. */
  predictedDelayMs: z.number().nullable(),
})

export const overridePreview = z
  .object({
    /** Null: there is no plan for the source yet. */
    polling: z.object({ now: effect, then: effect }).nullable(),
    /** Postings that would no longer be kept as things stand, now and then. */
    going: z.object({ now: amount, then: amount }),
  })
  .meta({ id: 'HatchPreview' })

export type OverridePreview = AnswerOf<typeof overridePreview>
