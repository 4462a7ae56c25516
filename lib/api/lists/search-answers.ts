import { z } from 'zod'

const marks = z.array(z.tuple([z.number(), z.number()]))

/** SearchNotes */
export const searchNotes = z
  .object({
    marks: z.record(
      z.string(),
      z.object({
        title: marks,
        excerpt: marks,
        snippet: z.object({ text: z.string(), marks }).nullable(),
      }),
    ),
    isComplete: z.boolean(),
    isSimilar: z.boolean(),
  })
  .meta({ id: 'SearchNotes' })

/** QueryCount */
export const queryCount = z.object({ count: z.number(), isMore: z.boolean() }).meta({ id: 'QueryCount' })

/** ViewItem */
export const viewItem = z
  .object({
    id: z.number(),
    name: z.string(),
    query: z.string(),
    order: z.enum(['newest', 'oldest', 'best']),
    layout: z.string().nullable(),
    position: z.number(),
  })
  .meta({ id: 'ViewItem' })

/** ViewCounts */
export const viewCounts = z
  .object({ counts: z.record(z.string(), queryCount.nullable()) })
  .meta({ id: 'ViewCounts' })
