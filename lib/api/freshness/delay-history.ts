import { z } from 'zod'
import type { delayPoint, promiseSpan, outage, delayHistory } from './delay-history-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

/** Query of GET /api/v1/sources/:id/delays. */
export const delaysQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })

/** GET /api/v1/sources/:id/delays?days=30: its postings, oldest first, the newest 2,000; and what went on beside them. */
export type DelayHistory = Told<typeof delayHistory>

/** From the first poll that failed to the first that was answered again. */
export type Outage = Told<typeof outage>

/** How a promise was kept from an instant on, oldest first; the first may have begun before the time asked for. */
export type PromiseSpan = Told<typeof promiseSpan>

export type DelayPoint = Told<typeof delayPoint>
