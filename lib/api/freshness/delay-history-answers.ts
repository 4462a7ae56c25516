import { z } from 'zod'
import { sourceFreshness } from '#lib/api/sources/sources-answers.ts'
import { postingDelay } from '#lib/api/postings/postings-answers.ts'
import { when } from '#lib/api/parts/answer-parts.ts'

/** DelayPoint */
export const delayPoint = z
  .object({
    postingId: z.string(),
    title: z.string(),
    foundAt: when,
    publishedAt: when.nullable(),
    delay: postingDelay,
  })
  .meta({ id: 'DelayPoint' })

/** Outage */
export const outage = z
  .object({
    from: when,
    /** Null: it lasts. */
    until: z.string().nullable(),
    /** host: nothing at its host answered; source: polls of it failed. */
    kind: z.enum(['host', 'source']),
  })
  .meta({ id: 'Outage' })

/** PromiseSpan */
export const promiseSpan = sourceFreshness
  .pick({ state: true, promiseMs: true })
  .extend({
    from: when,
  })
  .meta({ id: 'PromiseSpan' })

/** DelayHistory */
export const delayHistory = z
  .object({
    delays: z.array(delayPoint),
    outages: z.array(outage),
    promises: z.array(promiseSpan),
  })
  .meta({ id: 'DelayHistory' })
