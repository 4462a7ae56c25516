import { z } from 'zod'
import { instant, postingId } from '#lib/api/http/parameters.ts'
import type { PostingDetail, PostingItem } from './postings.ts'

/** Body of POST /api/v1/offline, which reads: what a device holds is too long for an address. */
export const offlineBody = z.strictObject({
  count: z.number().int().min(1).max(1_000),
  /** The postings that the device holds of the answer before; texts come with postings that it does not hold or that were edited since. */
  known: z
    .strictObject({
      /** `userId` and `readAt` of that answer: what was held for another account counts for nothing. */
      userId: z.string().min(1).max(100),
      since: instant,
      held: z.array(postingId).max(2_000),
    })
    .optional(),
})

/** The place of a source in lists by weight, and in the fresh list, least first: only the server knows what it weighs. */
export type SourcePlace = { readonly weight: number; readonly fresh: number }

/** The articles and lists that a device keeps to be read without the server. */
export type OfflinePostings = {
  readonly userId: string
  readonly asOfId: string
  /** Hand it to the next request as `known.since`. */
  readonly readAt: string
  /** Newest first: the last ones, every teller of a story, and what has a star, is read later or has a label, however old. */
  readonly postings: readonly PostingItem[]
  /** Fewer than are wanted where they are too long for one answer (`hasMore`): the next request brings more. */
  readonly texts: readonly PostingDetail[]
  readonly hasMore: boolean
  /** Of those that are held, the ones that changed and did not fit: named as held no more, they come with the next requests. */
  readonly outdated: readonly string[]
  /** Of the postings' sources, by id. */
  readonly places: Readonly<Record<string, SourcePlace>>
}
