import { z } from 'zod'
import { instant } from './parameters.ts'
import type { PostingDetail, PostingItem } from './postings.ts'

/** Query of GET /api/v1/offline: the newest `count` postings, with the texts of those found or edited since `since`. */
export const offlineQuery = z.object({
  count: z.coerce.number().int().min(1).max(1_000),
  since: instant.optional(),
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
