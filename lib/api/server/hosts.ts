import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { betweenPolls } from './poll-override.ts'

export const publisherLimitItem = z
  .object({
    /** Registrable domain: all of example.org together. */
    host: z.string(),
    /** Least time between two polls of one source; null: no limit. */
    leastIntervalMs: z.number().nullable(),
    /** Requests an hour to the whole host; null: no limit. */
    requestsPerHour: z.number().nullable(),
    /** Nothing there is asked for. */
    isOptedOut: z.boolean(),
    /** The page that says it, or the person. */
    evidence: z.string(),
    /** Skylark came with a limit for this host. */
    isShipped: z.boolean(),
    /** An admin has set it. */
    isEdited: z.boolean(),
    /** Sources at this host. */
    sources: z.number(),
  })
  .meta({ id: 'HostWishItem' })

/** GET /api/v1/admin/hosts: { wishes }. What publishers ask of those who poll. */
export type PublisherLimitItem = AnswerOf<typeof publisherLimitItem>

/**
 * Body of POST /api/v1/admin/hosts: sets what a host asks for (answer: { wishes }, all of them). `host` may be any address
 * there. A limit without anything switches a shipped one off. DELETE /api/v1/admin/hosts/:host takes an admin's word back.
 */
export const publisherLimitRequest = z.strictObject({
  host: z.string().trim().min(1, 'domainNeeded').max(2000),
  leastIntervalMs: betweenPolls.default(null),
  requestsPerHour: z.number().min(1, 'limitTooFew').max(3600, 'limitTooMany').nullable().default(null),
  isOptedOut: z.boolean().default(false),
  evidence: z.string().trim().max(300).default(''),
})

export type PublisherLimitRequest = z.input<typeof publisherLimitRequest>
