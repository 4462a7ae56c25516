import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

const longestMs = 1_000_000_000 // eleven days

/** Body of PUT /api/v1/postings/:id/media-position. */
export const mediaPositionRequest = z.strictObject({
  /** Of the sound or film, as among the posting's enclosures. */
  url: z.string().min(1).max(8_000),
  positionMs: z.number().int().min(0).max(longestMs),
  durationMs: z.number().int().min(0).max(longestMs).nullable().default(null),
})
export type MediaPositionRequest = z.infer<typeof mediaPositionRequest>

/** A part of a sound or film, from its start to that of the next. */
export const chapter = z.object({ startMs: z.number(), title: z.string() })
export type Chapter = AnswerOf<typeof chapter>

/** Answer of GET /api/v1/postings/:id/chapters. */
export type ChapterList = { readonly chapters: readonly Chapter[] }

export const mediaPosition = z.object({
  positionMs: z.number(),
  /** Null: not known yet. */
  durationMs: z.number().nullable(),
  updatedAt: when,
})

/** The place to which a subscriber has heard or watched something. */
export type MediaPosition = AnswerOf<typeof mediaPosition>
