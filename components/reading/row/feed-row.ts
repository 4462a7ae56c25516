import type { PostingItem } from '#lib/api/postings/postings.ts'
import type { PostingMarks } from '#lib/api/lists/search.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

/** The properties of every drawing of a posting in the list. */
export type FeedRowProps = {
  readonly posting: PostingItem
  /** The places of the words that were searched. */
  readonly marks?: PostingMarks | undefined
  /** Address of this list with the posting open. */
  readonly href: string
  /** Counted from 1. */
  readonly position: number
  /** -1: not known yet. */
  readonly total: number
  readonly isOpen: boolean
  /** Whether the reader is here. */
  readonly isCursor: boolean
  /** The one row that the Tab key stops at. */
  readonly isTabStop: boolean
  readonly onOpen: (id: string) => void
  /** Puts the cursor there without opening. */
  readonly onChoose: (id: string) => void
  readonly acts: PostingActs
}
