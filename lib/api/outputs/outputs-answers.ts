import { z } from 'zod'
import { placeKinds } from '#lib/api/outputs/feed-place.ts'
import { type Told, when } from '#lib/api/parts/answer-parts.ts'

/** PlaceItem: the list that an output feed or a digest is of. */
export const placeItem = z
  .object({
    kind: z.enum(placeKinds),
    id: z.number().nullable(),
    /** Of the folder, label or view. */
    name: z.string().nullable(),
    isGone: z.boolean().meta({
      description: 'The folder, label or view was deleted, or the query of the view is not understood.',
    }),
  })
  .meta({ id: 'PlaceItem' })

/** OutputFeedItem: a list as a feed. */
export const outputFeedItem = z
  .object({
    id: z.number(),
    name: z.string(),
    place: placeItem,
    text: z.enum(['full', 'short']),
    mostEntries: z.number(),
    address: z.string().nullable().meta({
      description:
        'Without its ending: .atom, .rss, .json or .opml. Null: it cannot be shown any more, only renewed, or the token that asks has not the scope write.',
    }),
    createdAt: when,
    renewedAt: when,
    lastReadAt: when.nullable(),
    pushed: z.number().meta({ description: 'To how many our hub delivers it.' }),
  })
  .meta({ id: 'OutputFeedItem' })

/** DigestItem */
export const digestItem = z
  .object({
    id: z.number(),
    name: z.string(),
    place: placeItem,
    rhythm: z.enum(['daily', 'weekly']),
    weekday: z.number(),
    hour: z.number(),
    zone: z.string(),
    mostPostings: z.number(),
    isOn: z.boolean(),
    nextAt: when,
    /** `empty`: there was nothing to tell, so no mail. */
    last: z
      .object({ at: when, outcome: z.enum(['sent', 'empty', 'failed', 'under-way']), postings: z.number() })
      .nullable()
      .meta({ description: 'The last issue that was made; null: none yet.' }),
  })
  .meta({ id: 'DigestItem' })

/** As it is told. */
export type PlaceItem = Told<typeof placeItem>
