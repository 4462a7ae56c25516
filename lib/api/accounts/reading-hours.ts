import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

/** Whether this machine knows a time zone by that name; offsets such as +02:00 are none. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Body of PATCH /api/v1/reading-hours; what is left out stays. */
export const readingHoursChange = z
  .strictObject({
    /** off: always there; learned: from when postings were opened; given: the hours given. */
    kind: z.enum(['off', 'learned', 'given']),
    zone: z.string().max(64).refine(isZone, 'unknownZone'),
    /** Hours of the week in the zone, from Monday 0 h. */
    given: z.array(z.number().int().min(0).max(167)).max(168),
  })
  .partial()

export type ReadingHoursChange = z.infer<typeof readingHoursChange>

export const readingHours = z
  .object({
    kind: z.enum(['off', 'learned', 'given']),
    zone: z.string(),
    given: z.array(z.number()),
    /** The value of a minute of delay by hour of the week in the zone, 168 numbers up to 1; null: too little is known. */
    learned: z.array(z.number()).nullable(),
    learnedAt: when.nullable(),
    /** Postings opened before are not learned from. */
    learnsFrom: z.string().nullable(),
  })
  .meta({ id: 'ReadingHours' })

/** GET /api/v1/reading-hours. Only their subscriber is ever shown them. */
export type ReadingHours = AnswerOf<typeof readingHours>
