import type { Enclosure } from '#lib/documents/read/feed-types.ts'

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

/** The words of a posting, without its place in the source and in time. */
export type PolledText = Pick<
  NewPosting,
  'title' | 'url' | 'author' | 'html' | 'excerpt' | 'imageUrl' | 'contentHash'
>

/** A known posting whose text or address changed. */
export type EditedPosting = PolledText & {
  readonly postingId: bigint
  /** Readers would notice: kept as a revision. False where only addresses moved. */
  readonly isVisible: boolean
}

/** A key under which a known posting came this time. */
export type PostingAlias = { readonly key: string; readonly postingId: bigint }
