import { z } from 'zod'
import { shownEditedAt } from '#lib/api/http/parameters.ts'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { contextLength, longestNote, longestQuote } from '#lib/api/parts/limits.ts'

/** Body of PUT /api/v1/postings/:id/note; an empty text takes the note away. Answer: PostingNotes. */
export const noteRequest = z.strictObject({ text: z.string().trim().max(longestNote), shownEditedAt })

/**
 * Body of POST /api/v1/postings/:id/highlights: words of the text as they are read, and what stands around them, so that they
 * are found again after small edits. Answer: PostingNotes.
 */
export const highlightRequest = z.strictObject({
  quote: z.string().min(1).max(longestQuote).regex(/\S/),
  before: z.string().max(contextLength),
  behind: z.string().max(contextLength),
  shownEditedAt,
})
export type HighlightRequest = Omit<z.infer<typeof highlightRequest>, 'shownEditedAt'>

export type Highlight = HighlightRequest & { readonly id: number }

export const postingNotes = z
  .object({
    /** '' where there is none. */
    text: z.string(),
    /** In the order in which they were made. */
    highlights: z.array(
      z.object({ id: z.number(), quote: z.string(), before: z.string(), behind: z.string() }),
    ),
  })
  .meta({ id: 'PostingNotes' })

/** The subscriber's note on a posting and highlights in it, for nobody else. */
export type PostingNotesAnswer = AnswerOf<typeof postingNotes>
