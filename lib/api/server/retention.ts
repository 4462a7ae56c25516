import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { keptForDays } from '#lib/api/parts/limits.ts'

export const keptDays = z
  .number()
  .int()
  .min(keptForDays.least, 'keptTooShort')
  .max(keptForDays.most, 'keptTooLong')
  .nullable()

/** The time for which things are kept; null: for good. Part of PATCH /api/v1/admin/settings. */
export const retentionFields = {
  /** Postings that all have read who subscribe to their source, since they were found. */
  keepReadDays: keptDays,
  /** All articles of sources that somebody subscribes to. */
  keepUnreadDays: keptDays,
  /** Postings of sources that nobody subscribes to. */
  keepUnsubscribedDays: keptDays,
  /** Of each source the latest so many. */
  mostPostings: z.number().int().min(100, 'tooFewKept').max(10_000_000, 'tooManyKept').nullable(),
  /** Postings are found by searches so long. */
  searchableDays: keptDays,
  /** Polls older than this are kept as one row per source and day; postings found since then stay, whatever else is set. */
  pollHistoryDays: z.number().int().min(30, 'historyTooShort').max(3_650),
}

/** Body of POST /api/v1/admin/preview/retention. Answer: RetentionPreview. Changes nothing. */
export const retentionRules = z.strictObject(retentionFields)

export type RetentionRules = Readonly<z.infer<typeof retentionRules>>

export const amount = z
  .object({
    count: z.number(),
    bytes: z.number(),
  })
  .meta({ id: 'Amount' })

/** So many, and their bytes as they are stored, without indexes. */
export type Amount = AnswerOf<typeof amount>

export const retentionPreview = z
  .object({
    postings: amount,
    /** Sources that lose postings. */
    sourceCount: z.number(),
    sources: z.array(
      amount.extend({
        id: z.number(),
        title: z.string(),
        /** The number of postings it keeps. */
        kept: z.number(),
      }),
    ),
    /** Postings that stay, and are no longer found by searches. */
    searchDocuments: amount,
    /** Polls that become rows of days. */
    polls: amount,
  })
  .meta({ id: 'RetentionPreview' })

/** The removals of rules as things stand now; with the 20 sources that lose most postings. */
export type RetentionPreview = AnswerOf<typeof retentionPreview>

export const storedSizes = z
  .object({
    postings: amount,
    searchDocuments: amount,
    polls: amount,
    pollDays: amount,
    /** The remains of removed postings, so that they do not come back. */
    forgotten: amount,
  })
  .meta({ id: 'StoredSizes' })

/** GET /api/v1/admin/retention: what is stored, as bytes on the disk with indexes. */
export type StoredSizesAnswer = AnswerOf<typeof storedSizes>
