import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { longestName } from '#lib/text/names.ts'
import { feedPlace, placeItem } from './feed-place.ts'

const name = z.string().trim().min(1, 'feedNeedsName').max(longestName.other)
const text = z.enum(['full', 'short'])
const mostEntries = z.number().int().min(1).max(200)

/** Body of POST /api/v1/output-feeds. Answer: 201 OutputFeedItem. */
export const outputFeedRequest = z.strictObject({
  name,
  place: feedPlace,
  /** short: the beginning of each text alone. */
  text: text.default('full'),
  /** The newest so many. */
  mostEntries: mostEntries.default(50),
})
export type OutputFeedRequest = z.infer<typeof outputFeedRequest>

/** Body of PATCH /api/v1/output-feeds/:id. Answer: OutputFeedItem. */
export const outputFeedChange = z
  .strictObject({
    name: name.optional(),
    place: feedPlace.optional(),
    text: text.optional(),
    mostEntries: mostEntries.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })
export type OutputFeedChange = z.infer<typeof outputFeedChange>

export const outputFeedItem = z
  .object({
    id: z.number(),
    name: z.string(),
    place: placeItem,
    text: z.enum(['full', 'short']),
    mostEntries: z.number(),
    address: z.string().nullable().meta({
      description:
        'Without its ending: .atom, .rss, .json or .opml. Null: it can no longer be shown, only renewed, or the token lacks the scope write.',
    }),
    createdAt: when,
    renewedAt: when,
    lastReadAt: when.nullable(),
    pushed: z
      .number()
      .meta({ description: 'The number of programs to which Skylark’s hub delivers the feed.' }),
  })
  .meta({ id: 'OutputFeedItem' })

/**
 * A list as a feed. GET /api/v1/output-feeds answers { feeds } by name; POST /api/v1/output-feeds/:id/renew gives it another
 * address and answers OutputFeedItem.
 */
export type OutputFeedItem = AnswerOf<typeof outputFeedItem>
