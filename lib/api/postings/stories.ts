import { z } from 'zod'
import { type AnswerOf, longNumber } from '#lib/api/parts/answer-parts.ts'

export const storyElsewhere = z.object({
  /** Of the posting there. */
  id: longNumber,
  sourceId: z.number(),
  sourceTitle: z.string(),
  sourceIconUrl: z.string().nullable(),
  /** Later than the row's posting; less than 0: before it. */
  laterMs: z.number(),
})

/** Another source that tells the story of a row. */
export type AlsoIn = AnswerOf<typeof storyElsewhere>

/** Body of PUT /api/v1/postings/:id/story: whether the postings of its story are shown separately. */
export const storyRequest = z.strictObject({ isSplit: z.boolean() })
