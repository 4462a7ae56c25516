import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

const countedSource = z
  .object({
    sourceId: z.number(),
    /** As the subscriber calls it. */
    title: z.string(),
    /** Postings of the last 30 days, first documents left out; measured once an hour. */
    found: z.number(),
    /** Of these the subscriber opened so many. */
    opened: z.number(),
    /** All that the subscriber has starred of it. */
    starred: z.number(),
  })
  .meta({ id: 'CountedSource' })

export const readingStatistics = z
  .object({
    /** The last twelve months in UTC, the present one last: what was opened and starred in each. */
    months: z.array(z.object({ from: when, opened: z.number(), starred: z.number() })),
    /** All sources together, as of each. */
    found: z.number(),
    opened: z.number(),
    starred: z.number(),
    /** Ten sources each: the greatest share opened, the least share, and the most stars. */
    mostOpened: z.array(countedSource),
    leastOpened: z.array(countedSource),
    mostStarred: z.array(countedSource),
  })
  .meta({ id: 'ReadingStatistics' })

/** Answer of GET /api/v1/statistics: what the subscriber reads of what is found. */
export type ReadingStatistics = AnswerOf<typeof readingStatistics>

export type CountedSource = AnswerOf<typeof countedSource>
