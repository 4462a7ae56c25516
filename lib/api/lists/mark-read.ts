import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { postingOrder } from './list-settings.ts'
import { id, instant, postingId } from '#lib/api/http/parameters.ts'
import { freshForMinutes } from '#lib/api/parts/limits.ts'

/**
 * Body of POST /api/v1/postings/mark-read: what is in the scope up to an id and all that is said besides. Answer:
 * MarkReadResult.
 */
export const markReadRequest = z
  .strictObject({
    folderId: id.optional(),
    sourceId: id.optional(),
    labelId: id.optional(),
    /** Only those with a star. */
    starred: z.boolean().optional(),
    /** Only those to read later. */
    later: z.boolean().optional(),
    /** Only those of the fresh list as it was at asOfAt. */
    freshMinutes: z.int().min(freshForMinutes.least).max(freshForMinutes.most).optional(),
    /** asOfId of the page that was shown. */
    throughId: postingId,
    /** asOfAt of the page that was shown; needed with freshMinutes and beside. */
    asOfAt: instant.optional(),
    /** Only those whose place in the timeline is before this. */
    before: instant.optional(),
    /** Only those above or below a posting as the list stands; `upTo` is above, with the posting itself. */
    beside: z
      .strictObject({ postingId, side: z.enum(['above', 'upTo', 'below']), order: postingOrder })
      .optional(),
  })
  .refine(
    ({ freshMinutes, beside, asOfAt }) =>
      asOfAt !== undefined || (freshMinutes === undefined && beside === undefined),
    { message: 'needsAsOfAt', path: ['asOfAt'] },
  )
export type MarkReadRequest = z.infer<typeof markReadRequest>

export const markReadResult = z
  .object({
    marked: z.number(),
    /** Hand it to POST /api/v1/postings/mark-read/undo within the hour to take it back. */
    undoToken: z.string(),
  })
  .meta({ id: 'MarkReadResult' })

export type MarkReadResult = AnswerOf<typeof markReadResult>

/** Body of POST /api/v1/postings/mark-read/undo. Answer: { restored: number }. */
export const undoRequest = z.strictObject({ undoToken: z.string().min(1).max(1_000_000) })
