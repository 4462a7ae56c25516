import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { freshForMinutes } from '#lib/api/parts/limits.ts'

const counts = z.record(z.string(), z.number())

export const unreadCounts = z
  .object({
    all: z.number(),
    starred: z.number(),
    later: z.number(),
    /** Muted ones, too, which count nowhere else. */
    bySource: counts,
    /** With the folders inside. */
    byFolder: counts,
    byLabel: counts,
  })
  .meta({ id: 'UnreadCounts' })

/** GET /api/v1/counts. Where lists show stories once, `all`, folders and labels count the unread of a story once, sources each. */
export type UnreadCounts = AnswerOf<typeof unreadCounts>

export const dayStrip = z
  .object({
    startAt: when,
    found: z.array(z.number()),
    unread: z.array(z.number()),
  })
  .meta({ id: 'DayStrip' })

/** GET /api/v1/postings/day: found postings of the last 24 h in quarter hours, oldest first (96 of each). */
export type DayStripAnswer = AnswerOf<typeof dayStrip>

/** Query of GET /api/v1/postings/fresh. Answer: FreshCount, of postings younger than so many minutes. */
export const freshCountQuery = z.object({
  minutes: z.coerce.number().int().min(freshForMinutes.least).max(freshForMinutes.most).default(30),
})

export const freshCount = z.object({ unread: z.number() })
export type FreshCount = AnswerOf<typeof freshCount>

/** Query of GET /api/v1/counts/all: what is wanted beside the counts. `fresh`: minutes, as above. */
export const countsAllQuery = z.object({
  fresh: z.coerce.number().int().min(freshForMinutes.least).max(freshForMinutes.most).optional(),
  day: z.enum(['true', 'false']).default('false'),
})

export const countsAnswer = z
  .object({
    counts: unreadCounts,
    fresh: freshCount.exactOptional(),
    day: dayStrip.exactOptional(),
  })
  .meta({ id: 'AllCounts' })

/** GET /api/v1/counts/all: in one answer what a window shows of numbers; what was not wanted is missing. */
export type CountsAnswer = AnswerOf<typeof countsAnswer>
