import { z } from 'zod'
import { id } from './parameters.ts'

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

/** As it is told: `isGone`: the folder, label or view was deleted, or the view's query is not understood. */
export type PlaceItem = {
  readonly kind: FeedPlace['kind']
  readonly id: number | null
  /** Of the folder, label or view. */
  readonly name: string | null
  readonly isGone: boolean
}
