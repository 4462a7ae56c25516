import { z } from 'zod'

/** GET /api/v1/counts. Where lists show stories once, `all`, folders and labels count the unread of a story once, sources each. */
export type UnreadCounts = {
  readonly all: number
  readonly starred: number
  readonly later: number
  /** Muted ones, too, which count nowhere else. */
  readonly bySource: Readonly<Record<string, number>>
  /** With the folders inside. */
  readonly byFolder: Readonly<Record<string, number>>
  readonly byLabel: Readonly<Record<string, number>>
}

/** GET /api/v1/postings/day: found postings of the last 24 h in quarter hours, oldest first (96 of each). */
export type DayStripAnswer = {
  readonly startAt: string
  readonly found: readonly number[]
  readonly unread: readonly number[]
}

/** Query of GET /api/v1/postings/fresh. Answer: FreshCount, of postings younger than so many minutes. */
export const freshCountQuery = z.object({ minutes: z.coerce.number().int().min(5).max(1440).default(30) })

export type FreshCount = { readonly unread: number }

/** Query of GET /api/v1/counts/all: what is wanted beside the counts. `fresh`: minutes, as above. */
export const countsAllQuery = z.object({
  fresh: z.coerce.number().int().min(5).max(1440).optional(),
  day: z.enum(['true', 'false']).default('false'),
})

/** GET /api/v1/counts/all: in one answer what a window shows of numbers; what was not wanted is missing. */
export type CountsAnswer = {
  readonly counts: UnreadCounts
  readonly fresh?: FreshCount
  readonly day?: DayStripAnswer
}
