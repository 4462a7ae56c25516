import { z } from 'zod'
import type { PostingDelay } from './postings.ts'
import type { SourceFreshness } from './sources.ts'

/** Query of GET /api/v1/sources/:id/delays. */
export const delaysQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })

/** GET /api/v1/sources/:id/delays?days=30: its postings, oldest first, the newest 2,000; and what went on beside them. */
export type DelayHistory = {
  readonly delays: readonly DelayPoint[]
  readonly outages: readonly Outage[]
  readonly promises: readonly PromiseSpan[]
}

/** From the first poll that failed to the first that was answered again. */
export type Outage = {
  readonly from: string
  /** Null: it lasts. */
  readonly until: string | null
  /** host: nothing at its host answered; source: polls of it failed. */
  readonly kind: 'host' | 'source'
}

/** How a promise was kept from an instant on, oldest first; the first may have begun before the time asked for. */
export type PromiseSpan = Pick<SourceFreshness, 'state' | 'promiseMs'> & { readonly from: string }

export type DelayPoint = {
  readonly postingId: string
  readonly title: string
  readonly foundAt: string
  readonly publishedAt: string | null
  readonly delay: PostingDelay
}
