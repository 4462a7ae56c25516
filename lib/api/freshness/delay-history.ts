import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { sourceFreshness } from '#lib/api/sources/sources.ts'
import { postingDelay } from '#lib/api/postings/postings.ts'

/** Query of GET /api/v1/sources/:id/delays. */
export const delaysQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })

const delayPoint = z
  .object({
    postingId: z.string(),
    title: z.string(),
    foundAt: when,
    publishedAt: when.nullable(),
    delay: postingDelay,
  })
  .meta({ id: 'DelayPoint' })

const outage = z
  .object({
    from: when,
    /** Null: it lasts. */
    until: z.string().nullable(),
    /** host: nothing at its host answered; source: polls of it failed. */
    kind: z.enum(['host', 'source']),
  })
  .meta({ id: 'Outage' })

const promiseSpan = sourceFreshness
  .pick({ state: true, promiseMs: true })
  .extend({
    from: when,
  })
  .meta({ id: 'PromiseSpan' })

export const delayHistory = z
  .object({
    delays: z.array(delayPoint),
    outages: z.array(outage),
    promises: z.array(promiseSpan),
  })
  .meta({ id: 'DelayHistory' })

/** GET /api/v1/sources/:id/delays?days=30: its postings, oldest first, the newest 2,000; and what went on beside them. */
export type DelayHistory = AnswerOf<typeof delayHistory>

/** From the first poll that failed to the first that was answered again. */
export type Outage = AnswerOf<typeof outage>

/** The state of a promise from an instant on, oldest first; the first may have begun before the time asked for. */
export type PromiseSpan = AnswerOf<typeof promiseSpan>

export type DelayPoint = AnswerOf<typeof delayPoint>
