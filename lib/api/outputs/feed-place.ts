import { z } from 'zod'
import { id } from '#lib/api/http/parameters.ts'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'

/** The list that an output feed or a digest is of. */
export const feedPlace = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  /** With the folders inside. */
  z.strictObject({ kind: z.literal('folder'), folderId: id }),
  z.strictObject({ kind: z.literal('label'), labelId: id }),
  z.strictObject({ kind: z.literal('starred') }),
  z.strictObject({ kind: z.literal('view'), viewId: id }),
])
export type FeedPlace = z.infer<typeof feedPlace>
const placeKinds = ['all', 'folder', 'label', 'starred', 'view'] as const satisfies FeedPlace['kind'][]

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
