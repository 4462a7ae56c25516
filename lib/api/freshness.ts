import { z } from 'zod'
import type { SourceFreshness } from './sources.ts'

/** By what sources are ordered, the worst first: broken promises, the promise itself, delays. */
export const freshnessSorts = ['state', 'promise', 'median', 'p90'] as const
export type FreshnessSort = (typeof freshnessSorts)[number]

/** Query of GET /api/v1/freshness. */
export const freshnessQuery = z.object({
  sort: z.enum(freshnessSorts).default('state'),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
})

/** Delays of the postings found in the last 30 days with an exact time, first documents left out. */
export type FreshnessSummary = {
  readonly count: number
  readonly medianMs: number | null
  readonly p90Ms: number | null
  /** Shares found within 5, 15 and 60 minutes, 0–1; null without postings. */
  readonly within5: number | null
  readonly within15: number | null
  readonly within60: number | null
}

/** A source that the subscriber reads, as measured last. */
export type FreshnessRow = Pick<
  SourceFreshness,
  'promiseMs' | 'keptShare' | 'state' | 'stateSince' | 'cause'
> & {
  readonly sourceId: number
  readonly title: string
  readonly count: number
  readonly medianMs: number | null
  readonly p90Ms: number | null
}

/** Answer of GET /api/v1/freshness?sort=state&limit=200: how fresh the subscriber's reading is. */
export type SubscriberFreshness = {
  readonly overall: FreshnessSummary
  /** Folders with postings in this time; null: sources outside of folders. */
  readonly folders: readonly (FreshnessSummary & {
    readonly folderId: number | null
    readonly name: string | null
  })[]
  readonly sources: readonly FreshnessRow[]
  /** Sources that were measured, shown here or not. */
  readonly measured: number
  /** Of them, with a broken promise. */
  readonly broken: number
}
