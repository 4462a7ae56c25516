import { z } from 'zod'

/** HostWishItem */
export const hostWishItem = z
  .object({
    /** Registrable domain: all of example.org together. */
    host: z.string(),
    /** Least time between two polls of one source; null: no wish. */
    leastIntervalMs: z.number().nullable(),
    /** Requests an hour to the whole host; null: no wish. */
    requestsPerHour: z.number().nullable(),
    /** Nothing there is asked for. */
    isOptedOut: z.boolean(),
    /** Where the wish is written, or who said it. */
    evidence: z.string(),
    /** Skylark came with a wish for this host. */
    isShipped: z.boolean(),
    /** An admin has set it. */
    isEdited: z.boolean(),
    /** Sources at this host. */
    sources: z.number(),
  })
  .meta({ id: 'HostWishItem' })
