import { z } from 'zod'
import { id, postingId } from './parameters.ts'

/** Body of POST /api/v1/postings/mark-read: everything in the scope up to an id. Answer: MarkReadResult. */
export const markReadRequest = z.strictObject({
  folderId: id.optional(),
  sourceId: id.optional(),
  labelId: id.optional(),
  /** asOfId of the page that was shown. */
  throughId: postingId,
})
export type MarkReadRequest = z.infer<typeof markReadRequest>

export type MarkReadResult = {
  readonly marked: number
  /** Hand it to POST /api/v1/postings/mark-read/undo within the hour to take it back. */
  readonly undoToken: string
}

/** Body of POST /api/v1/postings/mark-read/undo. Answer: { restored: number }. */
export const undoRequest = z.strictObject({ undoToken: z.string().min(1).max(200_000) })
