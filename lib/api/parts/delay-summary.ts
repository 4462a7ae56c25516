import { z } from 'zod'

/** DelaySummary */
export const delaySummary = z
  .object({
    count: z.number(),
    /** Postings without an exact time, not in the figures. */
    withoutExactTime: z.number(),
    meanMs: z.number().nullable(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    maxMs: z.number().nullable(),
  })
  .meta({ id: 'DelaySummary' })

/** SourceDelaySummary: with the shares found within 5, 15 and 60 minutes, 0–1; null without any. */
export const sourceDelaySummary = delaySummary
  .extend({
    within5: z.number().nullable(),
    within15: z.number().nullable(),
    within60: z.number().nullable(),
  })
  .meta({ id: 'SourceDelaySummary' })
