import { z } from 'zod'

/** Another source that tells the story of a row. */
export type AlsoIn = {
  /** Of the posting there. */
  readonly id: string
  readonly sourceId: number
  readonly sourceTitle: string
  readonly sourceIconUrl: string | null
  /** Later than the row's posting; less than 0: before it. */
  readonly laterMs: number
}

/** Body of PUT /api/v1/postings/:id/story: whether the postings of its story are shown separately. */
export const storyRequest = z.strictObject({ isSplit: z.boolean() })
