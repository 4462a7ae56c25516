import { z } from 'zod'
import type { SourceFreshness, WeekDelay } from './sources.ts'

/** By what sources are ordered, the worst first: broken promises, the promise itself, delays; or by name. */
export const freshnessSorts = ['state', 'promise', 'median', 'p90', 'title'] as const
export type FreshnessSort = (typeof freshnessSorts)[number]

/** Which sources are shown, by their promise. */
export const freshnessStates = ['all', 'broken', 'kept', 'learning'] as const

/** Query of GET /api/v1/freshness. */
export const freshnessQuery = z.object({
  sort: z.enum(freshnessSorts).default('state'),
  state: z.enum(freshnessStates).default('all'),
  /** A part of the name, as the subscriber calls the source. */
  search: z.string().trim().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type FreshnessQuery = z.infer<typeof freshnessQuery>

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

/** Answer of GET /api/v1/freshness?sort=state&state=all&search=&limit=100: the subscriber's sources by delay. */
export type FreshnessSources = {
  readonly sources: readonly FreshnessRow[]
  /** Sources that are as asked for, shown here or not. */
  readonly found: number
  /** Sources that were measured, and of them those with a broken promise. */
  readonly measured: number
  readonly broken: number
}

/** Answer of GET /api/v1/freshness/summary: how fresh the subscriber's reading is. */
export type ReadingFreshness = {
  readonly overall: FreshnessSummary
  /** Folders with postings in this time; null: sources outside of folders. */
  readonly folders: readonly (FreshnessSummary & {
    readonly folderId: number | null
    readonly name: string | null
  })[]
}

/** Answer of GET /api/v1/freshness/weeks: the last twelve weeks in which postings were found, oldest first. */
export type FreshnessWeeks = { readonly weeks: readonly WeekDelay[] }

/** Answer of GET /api/v1/freshness/day: the delays of what was found for the subscriber in the last 24 hours. */
export type FreshnessDay = {
  readonly count: number
  readonly medianMs: number | null
  readonly p90Ms: number | null
  /** Median of each hour, the oldest first; null: nothing was found in it. */
  readonly hours: readonly (number | null)[]
}
