import { z } from 'zod'

const longestMs = 1_000_000_000 // eleven days

/** Body of PUT /api/v1/postings/:id/media-position. */
export const mediaPositionRequest = z.strictObject({
  /** Of the sound or film, as among the posting's enclosures. */
  url: z.string().min(1).max(8_000),
  positionMs: z.number().int().min(0).max(longestMs),
  durationMs: z.number().int().min(0).max(longestMs).nullable().default(null),
})
export type MediaPositionRequest = z.infer<typeof mediaPositionRequest>

/** How far a subscriber has heard or watched something. */
export type MediaPosition = {
  readonly positionMs: number
  /** Null: not known yet. */
  readonly durationMs: number | null
  readonly updatedAt: string
}
