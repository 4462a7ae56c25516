import { z } from 'zod'

/** AdminWarning */
export const adminWarning = z
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

/** AdminWarnings */
export const adminWarnings = z
  .object({
    warnings: z.array(adminWarning),
  })
  .meta({ id: 'AdminWarnings' })
