import { z } from 'zod'

/** Amount */
export const amount = z
  .object({
    count: z.number(),
    bytes: z.number(),
  })
  .meta({ id: 'Amount' })

/** RetentionPreview */
export const retentionPreview = z
  .object({
    postings: amount,
    /** Sources that lose postings. */
    sourceCount: z.number(),
    sources: z.array(
      amount.extend({
        id: z.number(),
        title: z.string(),
        /** How many postings it keeps. */
        kept: z.number(),
      }),
    ),
    /** Postings that stay, and are no longer found by searches. */
    searchDocuments: amount,
    /** Polls that become rows of days. */
    polls: amount,
  })
  .meta({ id: 'RetentionPreview' })

/** StoredSizes */
export const storedSizes = z
  .object({
    postings: amount,
    searchDocuments: amount,
    polls: amount,
    pollDays: amount,
    /** What is left of removed postings, so that they do not come back. */
    forgotten: amount,
  })
  .meta({ id: 'StoredSizes' })
