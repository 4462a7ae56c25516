import type { Enclosure } from '#lib/feeds/feed-types.ts'
import type { PushOffer } from '#lib/feeds/push-offer.ts'
import type { HostLesson } from '#lib/policy/schedule/host-patience.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import type { Reason } from '#lib/policy/reason.ts'
import type { Decision, PollFacts, SourcePlan } from '#lib/policy/types.ts'
import type { ClaimedSource } from './claimed-source.ts'
import type { Taught } from './taught.ts'

/** A posting that was not known before. */
export type NewPosting = {
  readonly key: string
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly html: string
  readonly excerpt: string
  readonly imageUrl: string | null
  readonly enclosures: readonly Enclosure[]
  readonly contentHash: string
  readonly claimedAt: number | null
  readonly publishedAt: number | null
  readonly foundAt: number
  readonly notBeforeAt: number | null
  readonly isInitial: boolean
  readonly shownAt: number
}

/** What a posting says, without its place in the source and in time. */
export type PostingText = Pick<
  NewPosting,
  'title' | 'url' | 'author' | 'html' | 'excerpt' | 'imageUrl' | 'contentHash'
>

/** A known posting whose text or address changed. */
export type EditedPosting = PostingText & {
  readonly postingId: bigint
  /** Readers would notice: kept as a revision. False where only addresses moved. */
  readonly isVisible: boolean
}

/** A key under which a known posting came this time. */
export type PostingAlias = { readonly key: string; readonly postingId: bigint }

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
  /** What the document says of its source; null when none was read. */
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
  /** Where the document says that it is pushed; absent: none was read. */
  readonly pushOffer?: PushOffer | null
  readonly movedTo: string | null
  /** What this poll taught, on top of what was known. */
  readonly taught: Taught
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
  readonly hostLesson: HostLesson
  /** Status of the answer that asked for a pause; null: none did. */
  readonly pauseStatus: number | null
  /** What the source is remembered by from now on; null: as before. */
  readonly priceMemory: PriceMemory | null
}
