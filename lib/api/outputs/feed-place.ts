import { z } from 'zod'
import { id } from '#lib/api/http/parameters.ts'

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
export const placeKinds = ['all', 'folder', 'label', 'starred', 'view'] as const satisfies FeedPlace['kind'][]
