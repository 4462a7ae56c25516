import { z } from 'zod'
import type {
  freshnessDay,
  freshnessMonth,
  freshnessWeeks,
  readingFreshness,
  freshnessSources,
  freshnessRow,
  freshnessSummary,
  monthDot,
  weekSaving,
} from './freshness-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

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
export type FreshnessSummary = Told<typeof freshnessSummary>

/** A source that the subscriber reads, as measured last. */
export type FreshnessRow = Told<typeof freshnessRow>

/** Answer of GET /api/v1/freshness?sort=state&state=all&search=&limit=100: the subscriber's sources by delay. */
export type FreshnessSourcesAnswer = Told<typeof freshnessSources>

/** Answer of GET /api/v1/freshness/summary: how fresh the subscriber's reading is. */
export type ReadingFreshness = Told<typeof readingFreshness>

/** Answer of GET /api/v1/freshness/weeks: the last twelve weeks in which postings were found, oldest first. */
export type FreshnessWeeks = Told<typeof freshnessWeeks>

/** Answer of GET /api/v1/freshness/day: the delays of what was found for the subscriber in the last 24 hours. */
export type FreshnessDay = Told<typeof freshnessDay>

/** Answer of GET /api/v1/freshness/month: the articles of the last 30 days, when each was published and how late it was found. */
export type FreshnessMonth = Told<typeof freshnessMonth>

export type MonthDot = Told<typeof monthDot>

/** Answer of GET /api/v1/freshness/saving: how much earlier the last week's postings were found than by hourly checks. */
export type WeekSaving = Told<typeof weekSaving>
