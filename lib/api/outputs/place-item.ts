import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { placeKinds } from './feed-place.ts'

/** The list that an output feed or a digest is of. */
export const placeItem = z
  .object({
    kind: z.enum(placeKinds),
    id: z.number().nullable(),
    /** Of the folder, label or view. */
    name: z.string().nullable(),
    isGone: z.boolean().meta({
      description: 'The folder, label or view was deleted, or the search of the view has a mistake.',
    }),
  })
  .meta({ id: 'PlaceItem' })

export type PlaceItem = AnswerOf<typeof placeItem>
