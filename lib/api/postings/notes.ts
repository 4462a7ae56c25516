import { z } from 'zod'
import { contextLength, longestNote, longestQuote } from './note-limits.ts'

/** Body of PUT /api/v1/postings/:id/note; an empty text takes the note away. Answer: PostingNotes. */
export const noteRequest = z.strictObject({ text: z.string().trim().max(longestNote) })

/**
 * Body of POST /api/v1/postings/:id/highlights: words of the text as they are read, and what stands around them, so that they
 * are found again after small edits. Answer: PostingNotes.
 */
export const highlightRequest = z.strictObject({
  quote: z.string().min(1).max(longestQuote).regex(/\S/),
  before: z.string().max(contextLength),
  behind: z.string().max(contextLength),
})
export type HighlightRequest = z.infer<typeof highlightRequest>

export type Highlight = HighlightRequest & { readonly id: number }

/** What a subscriber wrote on a posting and marked in it, for nobody else. */
export type PostingNotesAnswer = {
  /** '' where there is none. */
  readonly text: string
  /** In the order in which they were made. */
  readonly highlights: readonly Highlight[]
}
