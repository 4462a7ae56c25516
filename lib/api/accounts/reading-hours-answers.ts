import { z } from 'zod'
import { when } from '#lib/api/parts/answer-parts.ts'

/** ReadingHours */
export const readingHours = z
  .object({
    kind: z.enum(['off', 'learned', 'given']),
    zone: z.string(),
    given: z.array(z.number()),
    /** How much a minute of delay counts by hour of the week in the zone, 168 numbers up to 1; null: too little is known. */
    learned: z.array(z.number()).nullable(),
    learnedAt: when.nullable(),
    /** Postings opened before are not learned from. */
    learnsFrom: z.string().nullable(),
  })
  .meta({ id: 'ReadingHours' })
