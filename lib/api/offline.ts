import { z } from 'zod'
import { instant, postingId } from './parameters.ts'
import type { PostingDetail, PostingItem } from './postings.ts'

/**
 * Query of GET /api/v1/offline, for a device that holds nothing, or does not say what: the newest `count` postings with
 * the texts of all. `since` is for those who say what they hold.
 */
export const offlineQuery = z.object({
  count: z.coerce.number().int().min(1).max(1_000),
  since: instant.optional(),
})

/** Body of POST /api/v1/offline: texts come with postings that are not `held` or were edited since `since`. */
export const offlineBody = z.strictObject({
  count: z.number().int().min(1).max(1_000),
  /** `userId` and `readAt` of the answer before: what was held for another account counts for nothing. */
  userId: z.string().min(1).max(100),
  since: instant,
  held: z.array(postingId).max(2_000),
})

/** What a device keeps to be read without the server. */
export type OfflinePostings = {
  readonly userId: string
  readonly asOfId: string
  /** Hand it to the next request as `since`. */
  readonly readAt: string
  /** Newest first. */
  readonly postings: readonly PostingItem[]
  readonly texts: readonly PostingDetail[]
}
