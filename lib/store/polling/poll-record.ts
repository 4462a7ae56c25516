import type { PushOffer } from '#lib/documents/read/websub-offer.ts'
import type { HostLesson } from '#lib/policy/schedule/host-patience.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Decision, PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { ClaimedSource } from './claimed-source.ts'
import type { SourceLearning } from '#lib/store/ground/source-learning.ts'
import type { EditedPosting, NewPosting, PostingAlias } from '#lib/store/ground/polled-posting.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

/** All that a poll changes; written together or not at all. */
export type PollRecord = {
  readonly source: ClaimedSource
  readonly startedAt: number
  readonly finishedAt: number
  readonly outcome: 'fetched' | 'not-modified' | 'throttled' | 'gone' | 'opted-out' | 'failed'
  readonly httpStatus: number | null
  readonly error: Reason | null
  readonly bytes: number
  readonly entries: number | null
  readonly facts: PollFacts
  readonly decision: Decision
  /** The document's facts about its source; null when none was read. */
  readonly document: {
    readonly title: string
    readonly description: string
    readonly siteUrl: string | null
    readonly iconUrl: string | null
    readonly language: string | null
    readonly etag: string | null
    readonly lastModified: string | null
    readonly bodyHash: string
  } | null
  /** By which the document is known by now where it came again as it was; null: as before, or as `document` says. */
  readonly validators: { readonly etag: string | null; readonly lastModified: string | null } | null
  /** The hub that the document names; absent: none was read. */
  readonly pushOffer?: PushOffer | null
  readonly movedTo: string | null
  /** The lessons of this poll, on top of what was known. */
  readonly learning: SourceLearning
  /** Postings of the document that were known; null when none was read or it was not a whole one. */
  readonly overlap: number | null
  /** Not null: this window did not meet the one before, and so many postings were likely lost. */
  readonly likelyLost: number | null
  /** The address to poll from now on, proved by repeated permanent redirects; null keeps the present one. */
  readonly adopted: { readonly url: string; readonly isOwnOutput: boolean } | null
  /** The publisher has said for long enough that there is nothing more to come: no further poll is planned. */
  readonly hasEnded: boolean
  /** Rising by publication, so that ids rise with it. */
  readonly newPostings: readonly NewPosting[]
  readonly editedPostings: readonly EditedPosting[]
  readonly aliases: readonly PostingAlias[]
  /** The known postings that the document holds; absent: none was read as a whole. */
  readonly heldIds?: readonly bigint[]
  /** A plan made at this poll (new source, changed weight); null keeps the one in force. */
  readonly newPlan: { readonly plan: SourcePlan; readonly runId: number } | null
  /** Null: nobody was asked, so nothing is changed of the host. */
  readonly hostLesson: HostLesson | null
  /** Status of the answer that asked for a pause; null: none did. */
  readonly pauseStatus: number | null
  /** The memory of the source from now on; null: as before. */
  readonly priceMemory: PriceMemory | null
}
