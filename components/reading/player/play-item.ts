import type { Chapter } from '#lib/api/postings/postings.ts'

/** A sound that is heard, or waits for it. */
export type PlayItem = {
  readonly postingId: string
  readonly url: string
  readonly title: string
  readonly sourceTitle: string
  readonly imageUrl: string | null
  /** The place to begin, as far as it was heard on any device. */
  readonly startMs: number
  readonly chapters: readonly Chapter[]
  /** More of them are in a file. */
  readonly hasChapterFile: boolean
}
