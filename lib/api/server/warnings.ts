import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'

const adminWarning = z
  .object({
    code: z.enum([
      'noAggregator',
      'nothingAnswers',
      'queueLate',
      'manyFail',
      'databaseSlow',
      'diskNearlyFull',
      'hubLeasesLapsed',
      'clockSkew',
      'pollingPaused',
    ]),
    level: z.enum(['critical', 'warning']),
    values: z.record(z.string(), z.number()),
  })
  .meta({ id: 'AdminWarning' })

/** `values` fill the words: lengths of time end in Ms, shares of 1 in Share. */
export type AdminWarning = AnswerOf<typeof adminWarning>

/** The troubles of a server; the words of each are in the area `admin`. */
export type WarningCode = AdminWarning['code']

export const adminWarnings = z
  .object({
    warnings: z.array(adminWarning),
  })
  .meta({ id: 'AdminWarnings' })

/** GET /api/v1/admin/warnings (admins): the gravest first; none where all is well. */
export type AdminWarnings = AnswerOf<typeof adminWarnings>
